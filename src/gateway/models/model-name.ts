export interface ModelName {
  readonly family: string;
  /** Reads like `20250929`, or has no year, such as `0613`. Absent means whichever is current. */
  readonly date?: string;
  /** Stands before the family: `anthropic` in `openrouter/anthropic/claude-sonnet-4.5`. */
  readonly vendor?: string;
}

/** @param written an id, with or without a provider, such as `anthropic/claude-sonnet-4-5-20250929` */
export function readModelName(written: string): ModelName {
  const segments = written.toLowerCase().split('/');
  const plain = plainId(segments.at(-1) ?? '');
  const vendor = segments.at(-2);
  const dated = dates.map(pattern => pattern.exec(plain)).find(found => found !== null);
  const undated = dated === undefined ? plain : plain.slice(0, dated.index);
  return {
    family: undated.replace(/[-@]latest$/, '').replace(/(\d)-0$/, '$1'),
    ...(dated === undefined ? {} : { date: digitsOf(dated[0]) }),
    ...(vendor === undefined ? {} : { vendor }),
  };
}

export function lineOf({ family }: ModelName): string {
  return family
    .split('-')
    .filter(word => !isNumber(word))
    .sort()
    .join('-');
}

export function versionOf({ family }: ModelName): readonly number[] {
  return family.split('-').filter(isNumber).map(Number);
}

/** Resellers write dots for dashes, Claude Code adds the window in brackets, and Bedrock a region and a revision. */
function plainId(id: string): string {
  return id
    .replace(/\[[^[\]]*\]$/, '')
    .replace(/:latest$/, '')
    .replace(/-v\d+:\d+$/, '')
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|amazon|cohere|deepseek|meta|mistral|openai|qwen)\./, '')
    .replaceAll(/[._]/g, '-');
}

const dates: readonly RegExp[] = [
  /[-@]20\d\d-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])$/,
  /-(?:0[1-9]|1[0-2])-20\d\d$/,
  /-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  /-\d{4}$/,
];

function digitsOf(date: string): string {
  const [, month, year] = /^-(\d\d)-(20\d\d)$/.exec(date) ?? [];
  return year === undefined ? date.replaceAll(/\D/g, '') : `${year}${month}00`;
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}
