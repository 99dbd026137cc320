import type { Evidence } from './evidence.ts';

/**
 * Whether a service can have made the change that a claim is about. The names of its tools and what they were given say all that
 * was done, unlike those of a change of a file, or of a command.
 */
export function fitsServices(text: string, word: string, able: readonly Evidence[]): boolean {
  if (able.length === 0 || !able.every(({ isService }) => isService)) return true;
  const [, fitting] = deeds.find(([said]) => said.test(word)) ?? [];
  const wanted = things.filter(([said]) => said.test(text));
  const ofThings = able.filter(({ lower }) => wanted.some(([, left]) => left.test(lower)));
  // A call that names none of these things may be about any.
  const isNamed = wanted.length === 0 || ofThings.length > 0 || able.some(({ lower }) => !namesThing(lower));
  return (
    isNamed && (ofThings.length > 0 || fitting === undefined || able.some(({ lower }) => fitting.test(lower)))
  );
}

function namesThing(words: string): boolean {
  return things.some(([, left]) => left.test(words));
}

type Wanted = readonly [said: RegExp, left: RegExp];

/** What was done, and the tools that do it. Of other verbs, any tool that changes something is believed. */
const deeds: readonly Wanted[] = [
  [
    /^(?:deleted|purged|wiped|pruned|eliminated)$/,
    /delet|remov|clear|purg|drop|trash|empt|clean|destroy|discard|strip|unset|prun|expung/,
  ],
  [
    /^(?:removed|cleared|emptied|stripped)$/,
    /delet|remov|clear|purg|drop|trash|empt|clean|destroy|discard|strip|unset|updat|edit|set|modif|patch|un\w/,
  ],
  [
    /^(?:moved|shifted|transferred)$/,
    /mov|transfer|shift|migrat|updat|edit|set|chang|reschedul|modif|patch|put|assign/,
  ],
  [/^renamed$/, /renam|mov|updat|edit|set|chang|modif|patch/],
  [
    /^(?:linked|wired|hooked|plugged|connected|integrated)$/,
    /link|connect|relat|attach|assoc|hook|integrat|updat|edit|creat|add|set/,
  ],
  [/^(?:locked|encrypted|protected)$/, /lock|encrypt|protect|secur|permi/],
  [/^(?:compressed|zipped|packed)$/, /compress|zip|pack|optimi|archiv/],
  [/^(?:resized|cropped|rotated|trimmed)$/, /resiz|crop|rotat|trim|image|edit|convert|cut/],
  [/^(?:duplicated|mirrored|synced|synchronized|synchronised)$/, /duplic|cop|mirror|sync|clon/],
  [/^restored$/, /restor|undo|revert|recover|undelet/],
  [/^(?:sorted|reordered|grouped)$/, /sort|order|group|mov|updat|arrang|rank|edit|set|writ/],
  [
    /^(?:created|made|drafted|composed|inserted|added|introduced|generated|produced)$/,
    /creat|add|insert|new|make|writ|draft|compos|append|generat|post|put|save|stor|upload|import|record|regist|send|updat|edit|set|fill|start|schedul|book|log|submit|upsert|open|place|build|clon|cop|duplic|appl|invit|comment|repl|transcri|merge|run|exec/,
  ],
];

/** Things that leave their name in the call that made or changed them. */
const things: readonly Wanted[] = [
  [/\breminders?\b/i, /remind|alarm|task|event|todo|notif|schedul/],
  [/\b(?:invites?|invitations?)\b/i, /invit|attend|guest|event|meeting|send|mail|member/],
  [/\battachments?\b/i, /attach|upload|file/],
  [/\bnotifications?\b/i, /notif|alert|send|post|messag|subscri/],
  [/\b(?:comments?|remarks?)\b/i, /comment|note|repl|post|review|messag|respon/],
  [/\b(?:tags?|labels?)\b/i, /tag|label|categor/],
  [/\b(?:tasks?|to-?dos?)\b/i, /task|todo|issue|ticket|card|item/],
  [/\bmilestones?\b/i, /milestone/],
  [/\bsprints?\b/i, /sprint/],
  [/\b(?:deals?|opportunit(?:y|ies))\b/i, /deal|opport|stage|pipeline/],
  [/\binvoices?\b/i, /invoic|bill|vouch|receipt|account/],
  [/\b(?:payments?|refunds?)\b/i, /pay|refund|charg|transfer|transact/],
  [/\bcoupons?|vouchers?|discounts?\b/i, /coupon|vouch|discount|promo|price/],
  [/\b(?:poll|quiz)\b/i, /poll|quiz|survey|form/],
  [/\b(?:topic|pinned message)\b/i, /topic|pin|purpose|channel/],
  [/\b(?:alerts?|alert rules?|alarms?)\b/i, /alert|alarm|monitor|rule/],
  [/\bpasswords?\b/i, /passw|secret|cred/],
  [/\b(?:permissions?|access rights?)\b/i, /permi|role|acl|shar|grant|access/],
  [/\bpriorit(?:y|ies)\b/i, /priorit/],
  [/\b(?:due dates?|deadlines?)\b/i, /due|deadline|date|end/],
  [/\b(?:charts?|diagrams?|pivot tables?)\b/i, /chart|diagram|graph|plot|pivot/],
  [/\bdashboards?\b/i, /dash|panel/],
  [/\bfolders?\b/i, /fold|dir|path|label|collection|parent/],
  [/\b(?:schedule|schedules|auto-?\w+)\b/i, /schedul|cron|auto|recur|timer|plan/],
  [/\b(?:backups?|snapshots?)\b/i, /back|snap|cop|dump|export/],
  [
    /\b(?:images?|pictures?|photos?|screenshots?|alt texts?)\b/i,
    /image|pictur|photo|screen|media|upload|file|\balt\b|asset/,
  ],
  [/\b(?:prices?|budgets?|discounts?)\b/i, /price|budget|amount|cost|discount/],
  [/\b(?:firmware|drivers?)\b/i, /firmware|driver|updat|upgrad/],
  [/\b(?:mails?|e-mails?|newsletters?)\b/i, /mail|send|messag|draft|newsletter/],
  [/\b(?:meetings?|appointments?|interviews?)\b/i, /meet|event|appoint|calend|schedul|interview|slot|book/],
  [/\b(?:links?|urls?)\b/i, /link|url|http|href/],
  [/\bwebhooks?\b/i, /hook/],
];
