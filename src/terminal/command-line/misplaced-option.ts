export const commands = [
  'serve',
  'mcp',
  'doctor',
  'undo',
  'export',
  'import',
  'replay',
  'permissions',
  'instructions',
  'spending',
  'tools',
] as const;

export type Command = (typeof commands)[number];

export function misplacedOption(given: readonly string[], command: Command | undefined): string | undefined {
  const misplaced = given.find(name => !takes(command, name));
  const owner = misplaced && owners[misplaced];
  if (owner !== undefined) return `--${misplaced} goes with ${owner}: converse ${owner} --${misplaced}`;
  return misplaced && `--${misplaced} doesn’t go with ${command}. Remove one of them.`;
}

function takes(command: Command | undefined, name: string): boolean {
  const few = command && fewOptions[command];
  if (few !== undefined) return few.includes(name);
  const owner = owners[name];
  if (owner !== undefined) return owner === (command === 'doctor' ? 'serve' : command);
  return command === undefined || !(ofQuestions.includes(name) || refused[command]?.includes(name));
}

const fewOptions: { readonly [C in Command]?: readonly string[] } = {
  undo: ['root', 'json', 'list'],
  export: ['root', 'as'],
  import: ['root'],
  permissions: ['root', 'json', 'revoke'],
  instructions: ['root', 'json', 'trust'],
  spending: ['json'],
};

const refused: { readonly [C in Command]?: readonly string[] } = {
  serve: ['json'],
  mcp: ['json', 'fallback'],
  replay: ['model', 'root', 'ensembles', 'trust', 'allow', 'instructions', 'no-instructions', 'fallback'],
};

const owners: Readonly<Record<string, Command>> = {
  revoke: 'permissions',
  list: 'undo',
  as: 'export',
  against: 'replay',
  port: 'serve',
  'key-file': 'serve',
  keys: 'serve',
  host: 'serve',
  'host-name': 'serve',
  origin: 'serve',
  'max-daily-cost': 'serve',
  'log-content': 'serve',
};

const ofQuestions: readonly string[] = [
  'mode',
  'continue',
  'resume',
  'auxdata',
  'attach',
  'check',
  'contracts',
  'verify-lock',
  'accept-lock',
];
