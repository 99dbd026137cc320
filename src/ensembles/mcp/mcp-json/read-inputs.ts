import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { Diagnostic } from '../../descriptors/mistakes/diagnostic.ts';
import type { InputDefinition } from '../definition/server-definition.ts';
import { checkEntry, type EntryPlace } from './check-entry.ts';
import { inputEntry } from './mcp-json-schema.ts';

/** Invariant: `command` inputs are refused: a file that came with a folder could name any command of VS Code. */
export async function readInputs(
  written: JsonValue,
  { document, path }: EntryPlace,
): Promise<{ readonly inputs: readonly InputDefinition[]; readonly diagnostics: readonly Diagnostic[] }> {
  if (!Array.isArray(written)) {
    const message = 'inputs must be a list.';
    return { inputs: [], diagnostics: [document.diagnose(path, { at: 'value', message })] };
  }
  const inputs: InputDefinition[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, entry] of (written as readonly JsonValue[]).entries()) {
    const place = { document, path: [...path, index] };
    const found = isCommand(entry)
      ? [document.diagnose([...place.path, 'type'], { at: 'value', message: noCommands })]
      : await checkEntry(entry, inputEntry, place);
    diagnostics.push(...found);
    if (found.every(({ severity }) => severity === 'warning'))
      inputs.push(asInput(entry as unknown as WrittenInput));
  }
  return { inputs, diagnostics };
}

const noCommands =
  'Converser runs no commands to get values. Use "promptString" to enter the value when the server starts.';

function isCommand(entry: JsonValue): entry is JsonObject {
  return isJsonObject(entry) && entry.type === 'command';
}

interface WrittenInput {
  readonly id: string;
  readonly type: 'promptString' | 'pickString';
  readonly description?: string;
  readonly default?: string;
  readonly password?: boolean;
  readonly options?: readonly (string | { readonly value: string; readonly label?: string })[];
}

function asInput({
  id,
  type,
  description,
  default: proposal,
  password,
  options = [],
}: WrittenInput): InputDefinition {
  return defined({
    id,
    description: description || id,
    password: password === true,
    proposal,
    options:
      type === 'pickString'
        ? options.map(option => (typeof option === 'string' ? { value: option } : option))
        : undefined,
  });
}
