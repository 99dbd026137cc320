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
  /** What it says may be done in the answer itself: it is a claim only where a file or a program is named. */
  readonly isWeak?: true;
  /** It is done by commands and services: no change of a file is it. */
  readonly isOutside?: true;
  /** Code does it, too: "cancelled on `close()`". */
  readonly isOfCode?: true;
}

const verbs = new Map<string, ClaimVerb>();

/** The claim that a verb in the past makes; also with a prefix, as in `re-run` and `cross-checked`. */
export function verbOf(word: string): ClaimVerb | undefined {
  const lower = word.toLowerCase();
  const bare = lower.includes('-') ? lower.replaceAll('-', '') : lower;
  const own = verbs.get(bare);
  if (own !== undefined || others.has(bare)) return own;
  const [, stem = ''] = prefixed.exec(bare) ?? [];
  return verbs.get(stem);
}

/** The same, and something weak of a verb that is not known. */
export function anyVerbOf(word: string): ClaimVerb | undefined {
  const known = verbOf(word);
  if (known !== undefined || !/^[a-z-]{3,}ed$/i.test(word) || ofMind.test(word)) return known;
  return { kind: 'look', isWeak: true };
}

/** Verbs that need no call, and words that only look like verbs. */
const ofMind =
  /^(?:noticed|assumed|decided|recommended|suggested|mentioned|wanted|needed|hoped|wondered|realized|realised|believed|considered|preferred|agreed|guessed|expected|explained|described|listed|summarized|summarised|outlined|proposed|answered|asked|planned|intended|tried|attempted|failed|stopped|skipped|ignored|omitted|avoided|promised|offered|liked|used|happened|seemed|missed|overlooked|interpreted|learned|concluded|identified|discovered|pinpointed|determined|figured|reasoned|inferred|estimated|calculated|warned|flagged|highlighted|apologi[sz]ed|referenced|named|called|picked|selected|preserved|retained|respected|followed|remembered|imagined|pasted|typed|stated|pointed|referred|relied|focused|stayed|based|turned|worked|touched|returned|required|need|indeed|speed|feed|seed|embed|exceed|proceed|succeed|bed|red|supposed|related|involved|affected|caused|concerned|designed|allowed|limited|advanced|detailed|nested|shared|static|typed|hardcoded|generated|reported|printed|received|expected|unused|unchanged|untouched|unaffected|unresolved|untested|uncommitted)$/i;

const prefixed =
  /^(?:re|pre|auto|cross|double|triple|spot|force|batch|fine|hot|bulk|smoke|stress|load)(\w{3,})$/;

/** They only look as if they had a prefix. */
const others = new Set([
  'reported',
  'returned',
  'reserved',
  'remarked',
  'presented',
  'preserved',
  'required',
]);

/** Words that may stand between a subject and its verb. */
export const adverbs = String.raw`(?:(?:also|then|just|now|already|first|both|even|again|next|further|therefore|thus|once|since|still|instead|[a-z]{2,16}ly)\s+){0,4}`;

/** The past tense of a verb: `running` → `ran`. For an unknown verb it may not be a word; then it makes no claim. */
export function pastOf(gerund: string): string {
  const [stem] = [gerund.toLowerCase().slice(0, -3)];
  return irregular.get(stem) ?? irregular.get(`${stem}e`) ?? undoubled(stem) ?? `${stem}ed`;
}

/** The same of the form that stands behind "to": `run` → `ran`. */
export function pastOfBase(base: string): string {
  const lower = base.toLowerCase();
  const known = irregular.get(lower);
  if (known !== undefined) return known;
  if (lower.endsWith('e')) return `${lower}d`;
  return verbOf(`${lower}ed`) === undefined && verbOf(`${lower}${lower.at(-1)}ed`) !== undefined
    ? `${lower}${lower.at(-1)}ed`
    : `${lower.replace(/(?<=[^aeiou])y$/, 'i')}ed`;
}

/** `runn` → that of `run` */
function undoubled(stem: string): string | undefined {
  return stem.at(-1) === stem.at(-2) ? irregular.get(stem.slice(0, -1)) : undefined;
}

const irregular = new Map([
  ['read', 'read'],
  ['run', 'ran'],
  ['rerun', 'reran'],
  ['build', 'built'],
  ['rebuild', 'rebuilt'],
  ['write', 'wrote'],
  ['rewrite', 'rewrote'],
  ['make', 'made'],
  ['give', 'gave'],
  ['send', 'sent'],
  ['put', 'put'],
  ['set', 'set'],
  ['split', 'split'],
  ['cut', 'cut'],
  ['draw', 'drew'],
  ['hide', 'hid'],
]);

function add(kind: ClaimKind, words: string, more: Omit<ClaimVerb, 'kind'> = {}): void {
  for (const word of words.split(' ')) verbs.set(word, { kind, ...more });
}

add('write', 'brought activated deactivated persisted quarantined initialised initialized');
add('read', 'reread opened visited viewed fetched downloaded');
add('read', 'read', { isAlsoOrder: true });
add(
  'look',
  'checked doublechecked rechecked reviewed inspected examined looked searched browsed investigated',
);
add('look', 'verified validated confirmed studied scanned grepped audited traced listed queried');
add('write', 'created wrote written added updated edited changed modified fixed corrected adjusted rewrote');
add('write', 'rewritten refactored replaced renamed moved implemented extracted inserted appended');
add('write', 'saved stored bumped exported introduced simplified restored cleaned improved linked covered');
add(
  'write',
  'documented recalculated resolved patched extended wrapped swapped optimized optimised translated tweaked switched gave made hardened adapted entered compressed shortened renumbered sorted trimmed dropped upgraded reordered recorded noted ticked configured removed',
);
add('write', 'deleted migrated ported enabled disabled registered defined declared commented uncommented');
add('write', 'restructured reorganized reorganised streamlined polished completed finished');
add('write', 'put set split cut', { isAlsoOrder: true });
add(
  'write',
  'given repaired purged tightened loosened relaxed narrowed widened cleared wiped emptied reset invalidated deduplicated consolidated combined inlined decoupled parameterized parameterised generalized generalised normalized normalised sanitized sanitised escaped encrypted hashed memoized batched throttled debounced parallelized annotated stubbed mocked scaffolded initialized initialised populated seeded padded aligned centered centred resized cropped restyled styled wired hooked plugged integrated incorporated embedded included excluded allowlisted whitelisted redirected routed exposed hid hidden masked redacted stripped pruned eliminated retired deprecated reworked revised rephrased reworded drafted composed produced assembled constructed drew drawn rendered plotted transcribed localized localised unlocked unified harmonized standardized standardised synced synchronized mirrored duplicated backported transformed modernized refreshed indexed tuned reduced increased decreased lowered raised doubled halved capped limited expanded collapsed grouped flipped toggled mapped unset unlinked detached unregistered imported injected threaded propagated guarded enforced silenced suppressed instrumented marked unpacked unzipped zipped packed truncated backfilled overrode overridden',
);
add(
  'run',
  'exercised looped fuzzed simulated replayed invoked booted transpiled bundled packaged minified debugged trained previewed captured crawled scraped pinged retried reproduced dumped',
);
add('act', 'provisioned', { by: /provision|creat|apply|terraform|up\b|init/i });
add('act', 'granted revoked', { by: /grant|revok|permission|role|access|chmod|iam|policy/i });
add('act', 'rotated renewed', { by: /rotat|renew|key|secret|cert/i });
add('act', 'reloaded', { by: /reload|restart|refresh|hup/i });
add('act', 'ingested', { by: /load|import|insert|cop|ingest/i });
add('act', 'signed', { by: /sign|gpg|cert|notar/i });
add('act', 'freed', { by: /prune|remov|\brm\b|uninstall|clean|delet|gc\b/i });
add('act', 'proofread', { by: /proof|spell|review|read/i });
add('act', 'generated', {
  by: /install|gen|build|write|creat|export|render|draw|make|scaffold|init|python|node /i,
});
add('act', 'amended', { by: /amend|edit|write|replace|updat|patch/i });
add('act', 'ordered bought purchased', { by: /buy|order|purchas|checkout|cart/i });
add('act', 'shipped promoted', { by: /deploy|releas|publish|push|promot|ship/i, isOutside: true });
add('act', 'squashed', { by: /squash|rebase|reset/i });
add('act', 'cherrypicked', { by: /cherry/i });
add('act', 'forked', { by: /fork/i });
add('act', 'stashed', { by: /stash/i });
add('act', 'alerted messaged texted reminded announced', { by: /send|post|messag|notif|alert|mail|remind/i });
add('act', 'mounted unmounted', { by: /mount/i, isOfCode: true });
add('look', 'combed skimmed walked dug sifted consulted researched googled pulled retrieved located watched');
add('look', 'analyzed analysed compared counted explored surveyed evaluated assessed monitored sampled', {
  isWeak: true,
});
add('look', 'converted calculated computed', { isWeak: true });
add('look', 'collected gathered diffed crosschecked crossreferenced', { isWeak: true });
add(
  'run',
  'ran reran executed tested retested built rebuilt compiled recompiled benchmarked profiled linted',
);
add('run', 'typechecked measured timed');
add('run', 'run rerun', { isAlsoOrder: true });
add('act', 'committed', { by: /commit|create or update file/i, isOutside: true });
add('act', 'pushed', { by: /push|create or update file/i, isOutside: true });
add('act', 'staged', { by: /\badd\b|stag/i });
add('act', 'deployed released', { by: /deploy|releas|publish|push|\bup\b|appl/i, isOutside: true });
add('act', 'published', { by: /publish|releas|push|post/i, isOutside: true });
add('act', 'applied', { by: /appl|patch|migrat|edit|write|replace/i, isOfCode: true });
add('act', 'installed reinstalled', { by: /install|\badd\b|\bnpm i\b|pip|apt|brew|cargo|require/i });
add('act', 'uninstalled', { by: /uninstall|remove|\brm\b/i });
add('act', 'upgraded downgraded', { by: /upgrad|updat|install|edit|write|package/i });
add('act', 'reverted', { by: /revert|restore|checkout|reset|undo|edit|write/i });
add('act', 'reserved', { by: /reserv|book/i });
add('act', 'paused resumed', { by: /paus|resum|stop|start|toggl|status|updat/i, isOfCode: true });
add('act', 'phoned', { by: /call|phone|dial/i });
add('act', 'blocked unblocked', { by: /block|ban|deny|drop|firewall|rule/i, isOfCode: true });
add('act', 'muted unmuted', { by: /mut|volume|notif|silenc/i, isOfCode: true });
add('act', 'transferred', { by: /transfer|mov|send|pay|wire|assign/i, isOfCode: true });
add('act', 'unpublished', { by: /publish|status|hid|updat|edit/i });
add('act', 'issued', { by: /issu|creat|refund|send|grant/i, isOfCode: true });
add('act', 'rebooted', { by: /reboot|restart|reset/i });
add('act', 'acknowledged', { by: /ack/i, isOfCode: true });
add('act', 'escalated', { by: /escal|priorit|assign|page/i, isOfCode: true });
add('act', 'bookmarked snoozed favorited', { by: /mark|snooz|favo|star/i });
add('write', 'locked protected coloured colored rounded shifted rearranged retitled categorized categorised');
add('act', 'dismissed', { by: /dismiss|clos|resolv/i });
add('act', 'closed', { by: /clos|resolv|transition|done|complet/i, isOfCode: true });
add('act', 'reopened', { by: /open|state|updat/i });
add('act', 'filed submitted', { by: /creat|add|open|post|submit|new/i });
add('act', 'assigned', { by: /assign|responsib|updat.*\bowner\b/i, isOutside: true, isOfCode: true });
add('act', 'labelled labeled tagged', { by: /label|tag/i });
add('act', 'archived', { by: /archiv|label|inbox|mov/i });
add('act', 'sent emailed mailed forwarded replied notified', {
  by: /send|\bmail -s|mutt|post|repl|respon|answer|messag|notif|forward/i,
});
add('act', 'posted', { by: /post|send|creat|add|comment|messag/i });
add('act', 'invited', { by: /invit|attendee|guest|member/i });
add('act', 'scheduled booked rescheduled', { by: /schedul|creat|add|book|event|updat/i, isOfCode: true });
add('act', 'cancelled canceled', { by: /cancel|delet|remov|abort|stop|kill/i, isOfCode: true });
add('act', 'clicked pressed tapped', { by: /click|press|tap|key/i });
add('act', 'typed filled', { by: /typ|fill|input|edit|write|updat|set|append/i });
add('act', 'started restarted launched', {
  by: /start|launch|\bup\b|\brun\b|serve|\bdev\b|exec|open|node|python|press|click|key|navigat/i,
});
add('act', 'stopped killed terminated', {
  by: /stop|kill|down|terminat|end|halt|paus|suspend|dealloc|disabl|cancel/i,
  isOfCode: true,
});
add('act', 'rolled', { by: /roll|dice|random/i });
add('act', 'uploaded', { by: /upload|put|push|scp|rsync|sync|(?:s3|gsutil|docker|kubectl) cp|write|send/i });
add('act', 'formatted reformatted', {
  by: /format|fmt|prettier|biome|black|ruff|gofmt|edit|write|replace|fix/i,
});
add('act', 'backed', { by: /back|copy|\bcp\b|dump|export/i });
add('act', 'merged', { by: /merge|rebase|cherry/i });
add('act', 'scaled', { by: /scale|replica/i, isOfCode: true });
add('act', 'rebased', { by: /rebase/i });
add('act', 'pinned unpinned', { by: /pin|edit|package|require|lock/i });
add('act', 'starred', { by: /star/i });
add('act', 'shared', { by: /shar|permission|invit|send|post/i });
add('act', 'copied', { by: /cop|\bcp\b|write|rsync/i });
add('act', 'attached', { by: /attach|upload/i, isOfCode: true });
add('act', 'approved rejected', { by: /approv|reject|review|merge/i, isOfCode: true });
add('act', 'triggered', { by: /trigger|dispatch|run|start|post/i, isOfCode: true });
add('act', 'told informed', { by: /send|post|messag|notif|comment|repl|respon/i });
add('act', 'rescheduled postponed', { by: /schedul|updat|move|event/i });
add('act', 'paid refunded charged', { by: /pay|refund|charg|stripe|invoice/i, isOutside: true });
add('act', 'cloned', { by: /clone/i });
add('act', 'subscribed unsubscribed', { by: /subscri/i });
