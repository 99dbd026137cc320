import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../../converser/ground/json/json.ts';
import type { ToolDefinition } from '../../../converser/words/models/provider.ts';

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview */
export function clientRunTool(tool: object): ToolDefinition | undefined {
  if (!isJsonObject(tool) || typeof tool.type !== 'string') return undefined;
  const [, kind = '', version = ''] = /^(bash|text_editor|memory|computer)_(\d{8})$/.exec(tool.type) ?? [];
  const make = kinds[kind];
  if (make === undefined) return undefined;
  const { name, description, inputSchema } = make(version, tool);
  const { cache_control: _marker, ...definition } = tool;
  return {
    name: typeof tool.name === 'string' ? tool.name : name,
    description,
    inputSchema,
    native: { dialect: 'anthropic-messages', definition },
  };
}

type Make = (version: string, tool: JsonObject) => Omit<ToolDefinition, 'native'>;

const kinds: Readonly<Record<string, Make>> = { bash, text_editor: textEditor, memory, computer };

function bash(): ReturnType<Make> {
  return {
    name: 'bash',
    description:
      'Runs a command in a bash session that stays open between calls, and returns what it prints. Set restart to true to begin a new session.',
    inputSchema: schema({ command: text('The command to run.'), restart: { type: 'boolean' } }, []),
  };
}

function textEditor(version: string): ReturnType<Make> {
  const undo = version < '20250429' ? ['undo_edit'] : [];
  const commands = ['view', 'create', 'str_replace', 'insert', ...undo];
  return {
    name: undo.length > 0 ? 'str_replace_editor' : 'str_replace_based_edit_tool',
    description:
      'Views and edits text files. view shows a file with line numbers, or lists a folder. create writes a new file with file_text. str_replace replaces old_str, which must occur exactly once, by new_str. insert puts insert_text after the line insert_line (0: at the start).' +
      (undo.length > 0 ? ' undo_edit takes back the last edit of a file.' : ''),
    inputSchema: schema({ ...editing(commands), path: text('The file or folder.') }, ['command', 'path']),
  };
}

function memory(): ReturnType<Make> {
  const commands = ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'];
  return {
    name: 'memory',
    description:
      'Keeps notes in files below /memories that last from conversation to conversation. View /memories before you begin a task. view shows a file or lists a folder. create writes a file with file_text. str_replace replaces old_str by new_str. insert puts insert_text after the line insert_line. delete removes path. rename moves old_path to new_path.',
    inputSchema: schema(
      {
        ...editing(commands),
        path: text('For all commands but rename: a path that begins with /memories.'),
        old_path: text('For rename.'),
        new_path: text('For rename.'),
      },
      ['command'],
    ),
  };
}

function editing(commands: readonly string[]): JsonObject {
  return {
    command: { type: 'string', enum: [...commands] },
    view_range: {
      ...list(2, 'integer'),
      description: 'For view: the first and the last line, from 1; -1 is the end.',
    },
    file_text: text('For create: the whole text.'),
    old_str: text('For str_replace: the text to replace, exactly as it is.'),
    new_str: text('For str_replace: the new text.'),
    insert_line: { type: 'integer', description: 'For insert: the line after which to insert.' },
    insert_text: text('For insert: the text.'),
  };
}

const oldActions =
  'key type mouse_move left_click left_click_drag right_click middle_click double_click screenshot cursor_position';
const newActions = 'left_mouse_down left_mouse_up scroll hold_key wait triple_click';

function computer(version: string, tool: JsonObject): ReturnType<Make> {
  const canZoom = version >= '20251124' && tool.enable_zoom === true;
  const isNew = version >= '20250124';
  const actions = [oldActions, isNew ? newActions : '', canZoom ? 'zoom' : ''].join(' ').trim().split(/\s+/);
  return {
    name: 'computer',
    description: `Controls a computer with mouse and keyboard, and sees its screen${sizeOf(tool)}. Take a screenshot to see what an action did. Click in the middle of what you mean.`,
    inputSchema: schema(
      {
        action: { type: 'string', enum: actions },
        coordinate: { ...list(2, 'integer'), description: 'x and y in pixels from the top left corner.' },
        start_coordinate: { ...list(2, 'integer'), description: 'For left_click_drag: where it begins.' },
        text: text(
          'For type: the text. For key and hold_key: keys such as "ctrl+s". For clicks: keys to hold.',
        ),
        ...(isNew && {
          scroll_direction: { type: 'string', enum: ['up', 'down', 'left', 'right'] },
          scroll_amount: { type: 'integer', description: 'For scroll: how many steps.' },
          duration: { type: 'number', description: 'For wait and hold_key: seconds.' },
        }),
        ...(canZoom && {
          region: { ...list(4, 'integer'), description: 'For zoom: left, top, right and bottom in pixels.' },
        }),
      },
      ['action'],
    ),
  };
}

function sizeOf({ display_width_px: width, display_height_px: height }: JsonObject): string {
  return typeof width === 'number' && typeof height === 'number' ? ` of ${width} × ${height} pixels` : '';
}

function schema(properties: JsonObject, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, required: [...required] };
}

function text(description: string): JsonObject {
  return { type: 'string', description };
}

function list(length: number, type: string): Readonly<Record<string, JsonValue>> {
  return { type: 'array', items: { type }, minItems: length, maxItems: length };
}
