/**
 * What a verb of an answer claims.
 *
 * - `read`: the content of something was seen; `look`: something was looked at, or looked for;
 * - `write`: files or other things were changed; `run`: something was run;
 * - `act`: something that only a call of that very kind can have done, as its words in `by` say.
 */
export type ClaimKind = 'read' | 'look' | 'write' | 'run' | 'act';

export interface ClaimVerb {
  readonly kind: ClaimKind;
  /** What a call has in its name, its command or its arguments that can have done it. */
  readonly by?: RegExp;
  /** It looks like an order where it begins a sentence. */
  readonly isAlsoOrder?: true;
}

const verbs = new Map<string, ClaimVerb>();

/** The claim that a verb in the past makes. */
export function verbOf(word: string): ClaimVerb | undefined {
  return verbs.get(word.toLowerCase().replaceAll('-', ''));
}

/** Words that may stand between a subject and its verb. */
export const adverbs = String.raw`(?:(?:also|then|just|now|already|successfully|first|both|finally|even|again|next|additionally|further|quickly|carefully|fully|only|therefore|thus|manually|briefly)\s+)*`;

/** The past of a verb: `running` → `ran`. Of others than the usual ones, it is no word, and no claim. */
export function pastOf(gerund: string): string {
  return gerunds.get(gerund.toLowerCase()) ?? `${gerund.slice(0, -3)}ed`;
}

const gerunds = new Map([
  ['reading', 'read'],
  ['running', 'ran'],
  ['building', 'built'],
  ['writing', 'wrote'],
  ['updating', 'updated'],
  ['creating', 'created'],
  ['removing', 'removed'],
  ['examining', 'examined'],
  ['changing', 'changed'],
]);

function add(kind: ClaimKind, words: string, more: Omit<ClaimVerb, 'kind'> = {}): void {
  for (const word of words.split(' ')) verbs.set(word, { kind, ...more });
}

add('read', 'reread opened visited viewed fetched downloaded');
add('read', 'read', { isAlsoOrder: true });
add(
  'look',
  'checked doublechecked rechecked reviewed inspected examined looked searched browsed investigated',
);
add('look', 'verified validated confirmed studied scanned grepped audited traced listed queried');
add('write', 'created wrote written added updated edited changed modified fixed corrected adjusted rewrote');
add('write', 'rewritten refactored replaced renamed moved implemented extracted converted inserted appended');
add('write', 'saved stored bumped exported introduced simplified restored cleaned improved linked covered');
add(
  'write',
  'documented generated resolved patched extended wrapped swapped optimized optimised translated tweaked switched gave made hardened adapted entered compressed shortened renumbered sorted trimmed dropped upgraded reordered recorded noted ticked configured removed',
);
add('write', 'deleted migrated ported enabled disabled registered defined declared commented uncommented');
add('write', 'restructured reorganized reorganised streamlined polished completed finished');
add('write', 'put set split cut', { isAlsoOrder: true });
add(
  'run',
  'ran reran executed tested retested built rebuilt compiled recompiled benchmarked profiled linted',
);
add('run', 'typechecked measured timed');
add('run', 'run rerun', { isAlsoOrder: true });
add('act', 'committed', { by: /commit/i });
add('act', 'pushed', { by: /push/i });
add('act', 'staged', { by: /\badd\b|stag/i });
add('act', 'deployed released', { by: /deploy|releas|publish|push|\bup\b|appl/i });
add('act', 'published', { by: /publish|releas|push|post/i });
add('act', 'applied', { by: /appl|patch|migrat|edit|write|replace/i });
add('act', 'installed reinstalled', { by: /install|\badd\b|\bnpm i\b|pip|apt|brew|cargo|require/i });
add('act', 'uninstalled', { by: /uninstall|remove|\brm\b/i });
add('act', 'upgraded downgraded', { by: /upgrad|updat|install|edit|write|package/i });
add('act', 'reverted', { by: /revert|restore|checkout|reset|undo|edit|write/i });
add('act', 'closed', { by: /clos|resolv/i });
add('act', 'reopened', { by: /open|state|updat/i });
add('act', 'filed raised submitted', { by: /creat|add|open|post|submit|new/i });
add('act', 'assigned', { by: /assign/i });
add('act', 'labelled labeled tagged', { by: /label|tag/i });
add('act', 'archived', { by: /archiv/i });
add('act', 'sent emailed mailed forwarded replied notified', {
  by: /send|mail|post|repl|messag|notif|forward/i,
});
add('act', 'posted', { by: /post|send|creat|add|comment|messag/i });
add('act', 'invited', { by: /invit|attendee|guest|member/i });
add('act', 'scheduled booked rescheduled', { by: /schedul|creat|add|book|event|updat/i });
add('act', 'cancelled canceled', { by: /cancel|delet|remov|abort|stop|kill/i });
add('act', 'clicked pressed tapped', { by: /click|press|tap|key/i });
add('act', 'typed filled', { by: /typ|fill|input/i });
add('act', 'started restarted launched', {
  by: /start|launch|\bup\b|\brun\b|serve|\bdev\b|exec|open|node|python/i,
});
add('act', 'stopped killed terminated', { by: /stop|kill|down|terminat|end/i });
add('act', 'rolled', { by: /roll|dice|random/i });
add('act', 'uploaded', { by: /upload|put|push|scp|rsync|write|send/i });
add('act', 'formatted reformatted', {
  by: /format|fmt|prettier|biome|black|ruff|gofmt|edit|write|replace|fix/i,
});
add('act', 'backed', { by: /back|copy|\bcp\b|dump|export/i });
add('act', 'merged', { by: /merge|rebase|cherry/i });
add('act', 'scaled', { by: /scale|replica/i });
add('act', 'rebased', { by: /rebase/i });
add('act', 'pinned unpinned', { by: /pin/i });
add('act', 'starred', { by: /star/i });
add('act', 'shared', { by: /shar|permission|invit|send|post/i });
add('act', 'copied', { by: /cop|\bcp\b|write|rsync/i });
add('act', 'attached', { by: /attach|upload/i });
add('act', 'approved rejected', { by: /approv|reject|review|merge/i });
add('act', 'triggered', { by: /trigger|dispatch|run|start|post/i });
add('act', 'told informed', { by: /send|post|messag|notif|mail|comment/i });
add('act', 'rescheduled postponed', { by: /schedul|updat|move|event/i });
add('act', 'paid refunded charged', { by: /pay|refund|charg|stripe|invoice/i });
add('act', 'cloned', { by: /clone/i });
add('act', 'subscribed unsubscribed', { by: /subscri/i });
