import path from 'node:path';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import type { Placeholder } from './placeholders.ts';
import type { ServerDefinition } from './server-definition.ts';
import type { FillInOptions } from './values.ts';

interface Wanted extends FillInOptions {
  readonly definition: ServerDefinition;
  readonly place: string;
}

export async function lookUpValue(placeholder: Placeholder, wanted: Wanted): Promise<string> {
  const found = await look(placeholder, wanted);
  // As in shells, an empty variable counts as unset if there is a default.
  if (found.value !== undefined && found.value !== '') return found.value;
  if (placeholder.otherwise !== undefined) return placeholder.otherwise;
  const missing = `${placeholder.written} has no value. ${found.remedy}`;
  throw serverErrors.serverValue(wanted.definition.name, wanted.place, missing);
}

interface Looked {
  readonly value: string | undefined;
  readonly remedy: string;
}

async function look(
  { name, argument = '', otherwise, written }: Placeholder,
  wanted: Wanted,
): Promise<Looked> {
  const { values, definition, signal } = wanted;
  switch (name) {
    case 'env':
      return {
        // Where it is no variable of this program, you may have been asked for it.
        value: values.env(argument) || (otherwise === undefined ? await values.secret(argument) : undefined),
        remedy: `Set the environment variable ${argument} and start again, or give a default: \${env:${argument}:-something}.`,
      };
    case 'secret':
      return {
        value: await values.secret(argument),
        remedy: values.howToKeep?.(argument) ?? keepWithCommand(argument),
      };
    case 'input': {
      const undescribed = { id: argument, description: argument, password: true };
      const input = definition.inputs?.find(({ id }) => id === argument) ?? undescribed;
      return {
        value: await values.input(input, { definition, signal }),
        remedy:
          values.howToGive?.(argument) ?? 'You didn’t enter it. Start the server again to be asked again.',
      };
    }
    case 'userHome':
      return { value: values.userHome, remedy: 'The home folder is unknown.' };
    case '/':
    case 'pathSeparator':
      return { value: path.sep, remedy: '' };
    case 'workspaceFolder':
    case 'workspaceRoot':
    case 'cwd':
      return folderOf(argument, wanted);
    case 'workspaceFolderBasename': {
      const { value, remedy } = folderOf(argument, wanted);
      return { value: value === undefined ? undefined : path.basename(value), remedy };
    }
    default:
      return { value: undefined, remedy: unknownPlaceholder(written, name) };
  }
}

function keepWithCommand(key: string): string {
  return `Set the secret ${JSON.stringify(key)} with “Converser: Set Secret…”.`;
}

function folderOf(named: string, { values, definition }: Wanted): Looked {
  const { folders } = values;
  if (named !== '') {
    const found = folders.find(({ name }) => name === named);
    return { value: found?.path, remedy: `No open folder is named ${JSON.stringify(named)}.` };
  }
  const only = folders.length === 1 ? folders[0]?.path : undefined;
  const remedy =
    folders.length === 0
      ? (values.howToOpen ?? 'Open a folder.')
      : `Name one of the open folders, as in \${workspaceFolder:${folders[0]?.name}}.`;
  return { value: definition.folder ?? only, remedy };
}

function unknownPlaceholder(written: string, name: string): string {
  const known =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders look like this.
    'Use ${env:NAME}, ${secret:key}, ${input:id}, ${workspaceFolder}, ${workspaceFolder:name}, ${userHome} or ${pathSeparator}.';
  const literal = `For the literal text, write $${written}.`;
  return /^[A-Z_][A-Z0-9_]*$/.test(name)
    ? `For the environment variable, write \${env:${name}}. ${literal}`
    : `${known} ${literal}`;
}
