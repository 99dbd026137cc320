import { codeMark } from './prose.ts';
import type { ClaimVerb } from './verbs.ts';

/** What a build makes. Anything else is built by writing it. */
const isBuilt =
  /\b(?:projects?|apps?|images?|packages?|crate|solution|binar(?:y|ies)|bundles?|wheels?|release|it|them|everything|code|library|variants?|stack|containers?|docs|site|works?pace|targets?|application|program|modules?|extension|firmware|kernel|handler|function|locally|again)\b|\bbuilt\s+(?:and|with|using|successfully)\b|^\W*(?:re)?built\W*$/i;

/** "Opened an issue" is another thing than "opened a page". */
export function meant(word: string, text: string): ClaimVerb | undefined {
  if (word === 'opened' && /\b(?:issue|ticket|request|PR)\b/i.test(text))
    return { kind: 'act', by: /open|creat|new/i };
  if (/^(?:re)?built$/.test(word) && !isBuilt.test(text)) return { kind: 'write' };
  if (word === 'typed' && !/\b(?:into|in the|in it)\b|"/.test(text)) return { kind: 'write' };
  if (word === 'merged' && !ofBranches.test(text)) return { kind: 'write' };
  if (word === 'rolled' && /\brolled\s+(?:\w+\s+){0,3}?(?:out|back)\b/i.test(text))
    return { kind: 'act', by: /deploy|rollout|roll|apply|releas|publish|helm|revert|undo/i };
  if (word === 'commented' && /\bcommented (?:\w+ )?on\b/i.test(text))
    return { kind: 'act', by: /comment|repl|review|note|messag|post/i };
  if (word === 'applied' && appliesOutside.test(text))
    return { kind: 'act', by: /appl|migrat|psql|upgrade|flyway|alembic/i, isOutside: true };
  if (word === 'migrated' && /\b(?:database|db|schema)\b/i.test(text))
    return { kind: 'act', by: /migrat|alembic|flyway|prisma|upgrade|sql/i, isOutside: true };
  if (word === 'pinged' && /\bpinged\s+(?:him|her|them|the team|@|[A-Z])/.test(text))
    return { kind: 'act', by: /send|post|messag|notif|comment|mail|slack/i };
  if (word === 'exported' && !namesCode.test(text))
    return { kind: 'act', by: /export|save|write|creat|convert|render|dump|cop|to_\w/i };
  if (word === 'loaded' && /\binto\b/i.test(text))
    return { kind: 'act', by: /load|import|insert|cop|ingest|upload/i };
  if (word === 'turned') return { kind: 'act', by: /creat|add|new|writ|edit|post/i };
  if (word === 'checked' && /\bchecked out\b/i.test(text))
    return { kind: 'act', by: /checkout|switch|clone/i };
  if (word === 'raised' && /\b(?:issue|ticket|bug|request|PR)\b/i.test(text))
    return { kind: 'act', by: /creat|add|open|post|submit|new/i };
  return /^(?:re)?ran$/.test(word) && /\b(?:query|queries|search)\b/i.test(text)
    ? { kind: 'look' }
    : undefined;
}

const ofBranches =
  /\b(?:branch\w*|PRs?|MRs?|pull|requests?|main|master|develop|upstream|it|them|everything|all|conflicts?|contacts?|tickets?|duplicates?|records?|changes)\b|#\d|^\W*merged\W*$/i;

const appliesOutside =
  /^\W*applied\W*$|\bmigrations?\s+(?:\w+\s+)?applied\b|\bapplied\s+(?:it|them|the (?:plan|migrations?|manifests?))\b|\bapplied\b.*\b(?:database|cluster)\b/i;

/** Code can be exported, too. */
const namesCode = new RegExp(`${codeMark}|\\w\\.[a-z]{1,5}\\b`);
