export type Command =
  | 'serve'
  | 'mcp'
  | 'doctor'
  | 'undo'
  | 'permissions'
  | 'instructions'
  | 'spending'
  | 'tools';

export function misplacedOption(given: readonly string[], command: Command | undefined): string | undefined {
  const few = command && fewOptions[command];
  if (few !== undefined)
    return refused(
      given.find(name => !few.includes(name)),
      command,
    );
  if (given.includes('revoke')) return '--revoke goes with permissions: converse permissions --revoke RULE';
  if (given.includes('list')) return '--list goes with undo: converse undo --list';
  if (command !== 'serve' && command !== 'doctor') {
    const misplaced = given.find(name => ofServe.includes(name));
    if (misplaced !== undefined) return `--${misplaced} goes with serve: converse serve --${misplaced} …`;
  }
  if (command === undefined) return undefined;
  const others = command === 'mcp' ? [...ofQuestions, 'fallback', 'json'] : ofQuestions;
  return refused(
    given.find(name => others.includes(name) || (name === 'json' && command === 'serve')),
    command,
  );
}

function refused(option: string | undefined, command: Command | undefined): string | undefined {
  return option && `--${option} doesn’t go with ${command}. Remove one of them.`;
}

const fewOptions: { readonly [C in Command]?: readonly string[] } = {
  undo: ['root', 'json', 'list'],
  permissions: ['root', 'json', 'revoke'],
  instructions: ['root', 'json', 'trust'],
  spending: ['json'],
};

const ofServe: readonly string[] = [
  'port',
  'key-file',
  'keys',
  'host',
  'host-name',
  'origin',
  'max-daily-cost',
  'log-content',
];

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
