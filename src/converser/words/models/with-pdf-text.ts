import { perObject } from '../../ground/object-memory.ts';
import type { Canister } from '../canister/canister.ts';
import type { Content, ResourceContent } from '../canister/content.ts';
import type { Model, ModelEvent, ModelRequest } from './provider.ts';

export type Pdf = ResourceContent & { readonly bytes: Uint8Array };

export interface PdfRequests {
  reply(model: Model, request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  readable(request: ModelRequest, signal: AbortSignal): Promise<ModelRequest>;
}

/** `load` loads the reader, shared by all models, when the first PDF arrives. */
export function withPdfText(load: () => Promise<PdfRequests>): (model: Model) => Model {
  async function* replyWithText(
    ...asked: Parameters<PdfRequests['reply']>
  ): AsyncGenerator<ModelEvent, void> {
    yield* (await load()).reply(...asked);
  }

  return perObject(model => {
    const { countTokens } = model;
    const isPlain = (request: ModelRequest) =>
      model.capabilities.pdfs === true || !request.canisters.some(hasPdf);
    return {
      ...model,
      get capabilities() {
        return model.capabilities;
      },
      reply: (request, signal) =>
        isPlain(request) ? model.reply(request, signal) : replyWithText(model, request, signal),
      ...(countTokens && {
        countTokens: async (request: ModelRequest, signal: AbortSignal) =>
          countTokens(isPlain(request) ? request : await (await load()).readable(request, signal), signal),
      }),
    };
  });
}

export function hasPdf({ content }: Canister): boolean {
  return content.some(isPdf);
}

export function isPdf(part: Content): part is Pdf {
  return (
    part.type === 'resource' &&
    part.mimeType === 'application/pdf' &&
    part.bytes !== undefined &&
    !part.text?.trim()
  );
}
