import { visibleLine } from '../../../converser/ground/wording/visible-text.ts';
import { protectedPlace, secretPlace } from '../../workspace/protection/protected-place.ts';
import { programName } from '../command/program-name.ts';

export interface NamedPlaces {
  readonly program: string;
  readonly args: readonly string[];
  readonly open?: readonly string[];
  readonly cwd?: string | undefined;
}

/** Names are compared by their letters; see `askedPlace` for where they lead. */
export function namedPlace(command: NamedPlaces): string | undefined {
  for (const name of namesIn(command)) {
    const reason = reasonOf(name, command);
    if (reason !== undefined) return `${visibleLine(name)} is a protected place: ${reason}`;
  }
  return undefined;
}

export function reasonOf(place: string, command: NamedPlaces): string | undefined {
  if (/^\/proc\/[^/]+\/(?:environ|mem)$/.test(place)) return 'it holds the variables of a program.';
  return secretPlace(place) ?? (onlyLooks(command) ? undefined : protectedPlace(place));
}

/** Finds everything that may be a path: whole arguments, behind an option, or a part as in `HEAD:.env` and `x=@.env`. */
export function* namesIn({ args, open = args, cwd }: NamedPlaces): Generator<string> {
  const prefix = cwd === undefined ? '' : `${cwd}/`;
  if (cwd !== undefined) yield cwd;
  for (const arg of open) {
    const whole = /^-\w/.test(arg) ? [arg.slice(2)] : [];
    for (const name of [arg, ...whole, ...arg.split(/[=:,;@<>()"']+/)]) {
      if (name !== '') yield /^(?:[/\\~]|\w:[/\\])/.test(name) ? name : `${prefix}${name}`;
    }
  }
}

/** These change no file that they are given, unless by options that are risky anyway. */
const looking = new Set(
  `cat bat head tail less more nl wc ls stat file du tree find fd grep egrep fgrep rg ag ack diff cmp comm md sum cksum
   shasum sha1sum sha256sum realpath readlink basename dirname test echo printf pwd`.split(/\s+/),
);

const lookingWithGit = new Set(
  `log show diff status blame grep ls-files ls-tree add rev-parse check-ignore check-attr shortlog cat-file`.split(
    ' ',
  ),
);

export function onlyLooks({ program, args }: Pick<NamedPlaces, 'program' | 'args'>): boolean {
  const name = programName(program);
  return looking.has(name) || (name === 'git' && lookingWithGit.has(args[0] ?? ''));
}
