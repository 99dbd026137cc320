import type { ModelEvent } from '../converser/words/models/provider.ts';

export interface ReplyNormalizer<Native> {
  read(event: Native): readonly ModelEvent[];
  /** @param isMarked The server marked the end, as by `[DONE]`. */
  end(isMarked?: boolean): readonly ModelEvent[];
  usage(): readonly ModelEvent[];
}

export interface NormalizerOptions {
  readonly provider: string;
  readonly label: string;
  readonly model?: string;
  readonly fragments?: boolean | undefined;
}
