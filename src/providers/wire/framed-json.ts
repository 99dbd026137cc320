export interface TextPlace {
  readonly mark: RegExp;
  readonly textOf: (event: unknown) => unknown;
  /** Keeps the fields in the same order. It is called only if `textOf` finds a string. */
  readonly withText: (event: unknown, text: string) => unknown;
}

interface Frame {
  readonly before: string;
  readonly after: string;
  readonly event: unknown;
}

/** The parser gives up after so many misses in a row: some servers add random bytes to each event. */
const mostMisses = 8;

/** A frame takes long to make, and many replies say only a few words before their calls. */
const fewTexts = 32;

/** Mostly only the text differs, so only it is parsed. Contract: finds and throws what `JSON.parse` does. */
export function createFramedParser(place: TextPlace): (data: string) => unknown {
  let frame: Frame | undefined;
  let misses = 0;
  let texts = 0;
  return data => {
    const text = frame && textWithin(frame, data);
    if (frame !== undefined && text !== undefined) {
      misses = 0;
      return place.withText(frame.event, text);
    }
    const event = JSON.parse(data) as unknown;
    // Thoughts and calls say nothing about the frame of the text after them.
    if (misses > mostMisses || typeof place.textOf(event) !== 'string') return event;
    if (++texts < fewTexts) return event;
    misses++;
    frame = misses > mostMisses ? undefined : (frameOf(event, data, place) ?? frame);
    return event;
  };
}

function textWithin({ before, after }: Frame, data: string): string | undefined {
  const end = data.length - after.length;
  // Comparing parts takes a quarter of the time of `startsWith`.
  if (end < before.length || data.slice(0, before.length) !== before || data.slice(end) !== after)
    return undefined;
  try {
    const found: unknown = JSON.parse(data.slice(before.length, end));
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

function frameOf(event: unknown, data: string, { mark, textOf, withText }: TextPlace): Frame | undefined {
  const text = textOf(event);
  if (typeof text !== 'string') return undefined;
  const literal = JSON.stringify(text);
  const found = mark.exec(data);
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  if (!data.startsWith(literal, start)) return undefined;
  const [before, after] = [data.slice(0, start), data.slice(start + literal.length)];
  const probe = `${text}.`;
  const probed = JSON.parse(before + JSON.stringify(probe) + after) as unknown;
  const isThere = JSON.stringify(probed) === JSON.stringify(withText(event, probe));
  return isThere ? { before, after, event } : undefined;
}
