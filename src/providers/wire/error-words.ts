import type { Rejection } from '../../converser/ground/context-overflow.ts';

/** What a server means. Its words often tell more than its status, which may even be 200. */
export type Meaning =
  | 'unpaid'
  | 'unauthorized'
  | 'missing'
  | 'limited'
  | 'late'
  | 'overloaded'
  | 'miscalled'
  | 'never';

/** Without a status, the server has sent 200. */
export function meaningOf({ status, code, reason }: Rejection): Meaning | undefined {
  const words = `${reason}\n${code}`;
  if (unpaid.test(words)) return 'unpaid';
  if (/\bmodel_not_found\b/.test(code)) return 'missing';
  if (status === 403) return rates.test(words) ? 'limited' : undefined;
  // With these statuses, servers pass on what another one has said.
  const isVague = status === undefined || status >= 500;
  if (!isVague || /invalid_request/.test(code)) return undefined;
  return passedOn.find(([, pattern]) => pattern.test(words))?.[0];
}

/** Such as “insufficient balance (1008)” with 500 or 429, INSUFFICIENT_BALANCE with 403, and 用户额度不足. */
const unpaid = new RegExp(
  [
    '(?:insufficient|not[ _]enough)[ _-](?:\\w{1,12}[ _-])?(?:balance|credits?|funds|quota)',
    '(?:balance|credits?|funds)[ _](?:(?:is|are|has|have|been)[ _])*(?:insufficient|not[ _]enough|exhausted|too low|depleted|used up)',
    '\\b(?:out of|no) (?:\\w{1,12} )?credits?\\b|\\bmore credits\\b|billing hard limit|\\barrears?\\b',
    '余额不足|额度不足|欠费',
  ].join('|'),
  'i',
);

/**
 * llama.cpp, Ollama and others refuse what the model wrote, in the words of their parsers. Another try may succeed,
 * because models do not write the same twice.
 */
const miscalled =
  /^The model produced output that does not match the expected|(?:failed|error|unable|could(?:n['’]t| not)) (?:to )?pars(?:e|ing) (?:the )?(?:tool|function)[ -]?calls?|tool call parsing failed|\bXML syntax error on line\b|\belement <[\w:]+> closed by <\/|expected element type <\w+> but have </i;

const rates =
  /rate[ _-]?limit|too[ _]many[ _](?:concurrent[ _])?requests|throttl|\b[rt]pm\b|请求(?:过于频繁|频率)|\b429\b/i;

const passedOn: readonly (readonly [Meaning, RegExp])[] = [
  ['miscalled', miscalled],
  // llama.cpp says this of requests that it will never take, and LiteLLM and Z.ai quote the status of others.
  [
    'never',
    /^(?:image|audio|video) input is not supported|\bJinja Exception:|^(?:Error code: )?4(?:0[045]|22)\b/,
  ],
  ['limited', rates],
  [
    'unauthorized',
    /(?:invalid|incorrect|missing|expired|wrong)[ _](?:api|secret|access)[ _-]?(?:key|token)|\bapi[ _-]?(?:secret )?key\b.{0,40}\b(?:not valid|invalid|incorrect|expired|missing|required)|\bunauthori[sz]ed\b|not authori[sz]ed|authentication (?:fail|required)|login fail|(?:鉴权|身份验证)失败/i,
  ],
  [
    'missing',
    /(?:no such|unknown) model\b|\bmodel\b.{0,80}(?:not found|not exist|doesn['’]t exist)|模型.{0,60}不存在/i,
  ],
  ['late', /tim(?:ed? ?|e-)out|\btimeout\b|deadline exceeded/i],
  [
    'overloaded',
    /overload|unavailable|\bbusy\b|at capacity|(?:try|retry).{0,20} later|bad gateway|繁忙|稍后/i,
  ],
];
