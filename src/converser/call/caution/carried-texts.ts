import type { JsonObject, JsonValue } from '../../ground/json/json.ts';

/**
 * The texts among arguments that may become what a file holds, of which a limited number. What is short, or has no blank in
 * it, is a name, a path or an id.
 */
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

/** Characters. */
const shortest = 12;
