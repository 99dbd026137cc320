import type { JsonObject, JsonValue } from '../../ground/json/json.ts';

/** Leaves out short texts and ones without a blank, which are names, paths or ids. */
export function carriedTexts(args: JsonObject): readonly string[] {
  const texts: string[] = [];
  const collect = (value: JsonValue): void => {
    if (texts.length >= mostTexts) return;
    if (typeof value === 'string') {
      if (value.length >= shortest && /\S\s+\S/.test(value)) texts.push(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) collect(inner);
    }
  };
  collect(args);
  return texts;
}

const mostTexts = 50;

/** In characters. */
const shortest = 12;
