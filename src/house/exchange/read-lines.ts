import { errors, reasonOf } from '../../converser/ground/errors.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../converser/ground/json/json.ts';

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly value: JsonObject;
}

/** Throws `bad-arguments` that names the line. The last one may be torn, because its program may still write. */
export function readLines(text: string): readonly Line[] {
  const lines = text.split('\n');
  return lines.flatMap((written, at): readonly Line[] => {
    if (written.trim() === '') return [];
    const number = at + 1;
    const value = parseJson(written);
    if (isJsonObject(value)) return [{ number, value }];
    if (at === lines.length - 1 && at > 0) return [];
    throw errors.badArguments(`Line ${number}: must be a JSON object.`);
  });
}

/** A failure of this work names the line. */
export function atLine<T>(line: number, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw errors.badArguments(`Line ${line}: ${reasonOf(cause)}`);
  }
}
