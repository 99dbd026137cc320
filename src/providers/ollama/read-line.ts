import { isJsonObject, type JsonObject, parseJson } from '../../converser/ground/json/json.ts';
import type { OllamaChunk } from '../../dialects/ollama-chat/api.ts';
import { ReportedError } from '../../dialects/reported-error.ts';
import type { ServerEvent } from '../wire/read-events.ts';

export function createLineReader(): (line: ServerEvent) => OllamaChunk {
  return ({ data }) => {
    const chunk = parseJson(data);
    if (!isJsonObject(chunk))
      throw new SyntaxError('its reply contains a line that isn’t an object in JSON.');
    if (chunk.error) throw new ReportedError(reportIn(chunk));
    // Ollama answers so to a request without messages.
    if (chunk.done === true && (chunk.done_reason === 'load' || chunk.done_reason === 'unload'))
      throw new ReportedError({
        message: `it has only ${chunk.done_reason}ed the model.`,
        type: 'server_error',
      });
    return chunk as unknown as OllamaChunk;
  };
}

/**
 * The status of a stream has been sent by then, and is beside the error, if at all: https://docs.ollama.com/api/errors
 */
function reportIn({ error, status }: JsonObject): JsonObject {
  const kind = typeof status === 'number' ? { code: status } : { type: 'server_error' };
  return { ...kind, ...(isJsonObject(error) ? error : { message: String(error) }) };
}

/** Arguments of a call may have a field of that name, too. */
export function isLastLine({ data }: ServerEvent): boolean {
  if (!/"done":\s*true/.test(data)) return false;
  const chunk = parseJson(data);
  return isJsonObject(chunk) && chunk.done === true;
}
