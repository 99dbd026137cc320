import type { Marked } from './claim.ts';
import { endOfLabel } from './places-in-sentence.ts';
import { codeMark } from './prose.ts';
import { unreal } from './unreal.ts';
import { anyVerbOf, type ClaimVerb, verbOf } from './verbs.ts';

const isSentence = /\b(?:if|you|your)\b/i;
/** Longer ones are sentences. */
const longest = 160;

const sentenceWords =
  /\b(?:I|we|is|are|gets?|got|will|can|was|were|be|been|being|has|have|had|does|do|did|to|not|no|you|it|they|which|that|who)\b/i;

/** Up to six words, the verb, and what it was done with or where. */
const note =
  /^\s*((?:[^\s:,;]+\s+){0,5}?[^\s:,;]+?)\s*[:–—-]?\s+(?:[a-z]+ly\s+)?([a-z]+(?:-[a-z]+)?)(?:\s+(?:up|in|out|on|off|down|over|back))?(\s+(?:via|with|using|against|through|in|on|to|into|from|under|for|by)\s+.{1,60}|\s+(?:successfully|too|as well|accordingly|again)|\s*\([^()]{1,80}\))?\s*[.!:;✅✔☑✓]*\s*$/i;
/** What follows the verb says nothing about the world: a tool, a file. */
const ofWork = new RegExp(
  String.raw`^\s*$|${codeMark}|\w\.[a-z]\w{0,4}\b|\b(?:successfully|too|as well|accordingly|again)\s*$`,
);

/**
 * A few words and what was done with them, one or more of them in a line: "README.md updated", "Docs: updated".
 *
 * @param isReport the answer tells of its work elsewhere, too, so that this isn't about how things are
 */
export function notedClaims(text: string, isReport: boolean): readonly Marked[] {
  if (text.length > longest || isSentence.test(text)) return [];
  const start = endOfLabel(text);
  const whole = notesIn(text, 0, isReport);
  return whole.length > 0 || start === 0 ? whole : notesIn(text, start, isReport);
}

/** "Dry run" reads like a passive, but isn't one. */
const nounRun =
  /^(?:the|they|these|those|others?)\b|\b(?:dry|test|trial|first|last|full|second|whole|next)$/i;

const ofPictures = /(?:snapshot|screenshot|backup|dump|recording|copy|copies)s?$/i;
const taken: ClaimVerb = { kind: 'act', by: /snap|shot|captur|dump|heap|back|cop|record|\bcp\b/i };

function meaningOf(said: string, { thing, more }: { readonly thing: string; readonly more: string }) {
  if (said === 'taken') return ofPictures.test(thing) ? taken : undefined;
  if (said === 'turned') return /^\s+into\b/i.test(more) ? made : undefined;
  if (said === 'kept') return ofWork.test(more) && more !== '' ? verbOf('saved') : undefined;
  return verbOf(said) ?? (namesPlace.test(more) ? anyVerbOf(said) : undefined);
}

const namesPlace = new RegExp(
  String.raw`^\s+(?:in|to|via|with|under|by)\s+(?:${codeMark}+|[\w./-]*\w\.[a-z]\w{0,4}\b)`,
);

const made: ClaimVerb = { kind: 'act', by: /creat|add|new|open|generat|convert/i };

function notesIn(text: string, start: number, isReport: boolean): readonly Marked[] {
  const found: Marked[] = [];
  let from = start;
  for (const piece of text.slice(start).split(/(,\s+(?:and\s+)?|[;:]\s+|\s+and\s+|\s+&\s+|\s+[·→]\s+)/)) {
    const [, thing = '', said = '', more = ''] = piece.length > longest ? [] : (note.exec(piece) ?? []);
    const verb = meaningOf(said.toLowerCase(), { thing, more });
    const isNote =
      verb !== undefined &&
      !(/^run$/i.test(said) && nounRun.test(thing)) &&
      !sentenceWords.test(thing) &&
      (isReport || ofWork.test(more));
    if (isNote && !unreal.test(piece)) {
      const at = from + piece.search(/\S/);
      found.push({
        from: at,
        to: from + piece.length,
        said: { kind: 'done', word: said.toLowerCase(), verb },
      });
    }
    from += piece.length;
  }
  return found;
}
