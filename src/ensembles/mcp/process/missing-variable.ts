import { isSecretName } from '../../../converser/ground/secrets/looks-secret.ts';

/** The environment variable without which a server, as its last output says, doesn't start. */
export function missingVariable(output: string): string | undefined {
  const lines = output.split('\n').map(line => ({ line, names: namesIn(line) }));
  const missed = lines.filter(({ line }) => lacking.test(line)).flatMap(({ names }) => names);
  // Some only print the name, such as `KeyError: 'API_KEY'`.
  return missed[0] ?? lines.flatMap(({ names }) => names).find(isSecretName);
}

const lacking =
  /\b(?:missing|required?|requires|needs?|unset|undefined|must be|(?:not|n't) (?:set|found|defined|provided|specified|configured)|please (?:set|provide))\b/i;

function namesIn(line: string): readonly string[] {
  const [, after] = /\benvironment variables?:? ["'`]?([A-Z][A-Z0-9_]{1,60})\b/.exec(line) ?? [];
  const [, before] = /\b([A-Z][A-Z0-9_]{1,60})["'`]? environment variable/.exec(line) ?? [];
  const named = [...line.matchAll(/\b[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){1,6}\b/g)].map(([name]) => name);
  return [after, before, ...named].filter(name => name !== undefined && !codes.test(name)) as string[];
}

/** Errors have such names, too. */
const codes = /^(?:ERR|E|DEP|NODE|NPM|SIG)_|_(?:ERROR|FOUND|FAILED|EXCEPTION|EXPORTED)$/;
