import { defined } from '../converser/ground/json/defined.ts';
import type { JsonObject } from '../converser/ground/json/json.ts';
import { visibleLine } from '../converser/ground/wording/visible-text.ts';
import type { Mode } from '../converser/words/conversation/mode.ts';
import type { Origin } from '../converser/words/ensemble/invoker.ts';
import { readModelOptions } from '../converser/words/models/model-options.ts';
import type { PermissionMode } from '../converser/words/permission/permission-mode.ts';
import { checkDescriptor } from './descriptors/mistakes/check-descriptor.ts';
import { type Diagnostic, mistake } from './descriptors/mistakes/diagnostic.ts';
import { locateMistakes } from './descriptors/mistakes/locate-mistakes.ts';
import { parseToml } from './descriptors/mistakes/parse-toml.ts';

export interface ModeFile {
  readonly file: string;
  readonly text: string;
  readonly origin: Origin;
}

export interface LoadedMode {
  readonly mode?: Mode;
  readonly diagnostics: readonly Diagnostic[];
}

export async function loadMode({ file, text, origin }: ModeFile): Promise<LoadedMode> {
  const parsed = await parseToml(file, text);
  if (parsed.kind === 'broken') return { diagnostics: [parsed.diagnostic] };
  const { document } = parsed;
  const mistakes = await checkDescriptor(document, 'mode');
  if (mistakes.length > 0) return { diagnostics: await locateMistakes(mistakes) };
  // The cast is safe: the schema has been checked.
  const { mode, options: written = {} } = document.table as unknown as WrittenMode;
  if (mode.accept_edits && origin === 'workspace') {
    const wrong = mistake({ document, path: ['mode', 'accept_edits'] }, 'key', onlyYours);
    return { diagnostics: await locateMistakes([wrong]) };
  }
  const read = readModelOptions(written);
  if ('mistake' in read) {
    const wrong = mistake({ document, path: ['options'] }, 'key', read.mistake);
    return { diagnostics: await locateMistakes([wrong]) };
  }
  const { name, title = name, description, instructions = '', model, tools } = mode;
  return {
    diagnostics: [],
    mode: defined({
      name,
      title: visibleLine(title),
      description: visibleLine(description),
      instructions,
      model,
      readOnly: mode.read_only ?? false,
      tools,
      permissionMode: mode.permission_mode,
      acceptsEdits: mode.accept_edits ? true : undefined,
      reviewsFirst: mode.review_first ? true : undefined,
      options: read.options,
      origin,
    }),
  };
}

const onlyYours = 'A folder’s mode can’t accept edits. Choose Accept Edits, or write such a mode yourself.';

interface WrittenMode {
  readonly mode: {
    readonly name: string;
    readonly title?: string;
    readonly description: string;
    readonly instructions?: string;
    readonly model?: string;
    readonly read_only?: boolean;
    readonly tools?: readonly string[];
    readonly permission_mode?: PermissionMode;
    readonly accept_edits?: boolean;
    readonly review_first?: boolean;
  };
  readonly options?: JsonObject;
}
