import type { JsonObject } from '../../../converser/ground/json/json.ts';
import type { ToolDefinition } from '../../../converser/words/models/provider.ts';

const string = { type: 'string' };
const whole = { type: 'integer' };

function tool(
  name: string,
  description: string,
  properties: JsonObject,
  required: readonly string[],
): ToolDefinition {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required: [...required], additionalProperties: false },
  };
}

export const caseTools: readonly ToolDefinition[] = [
  tool(
    'read_file',
    'Reads a text file of the workspace.',
    { path: string, from_line: whole, to_line: whole },
    ['path'],
  ),
  tool(
    'list_folder',
    'Lists the names in a folder of the workspace.',
    { path: string, recursive: { type: 'boolean' } },
    ['path'],
  ),
  tool(
    'search_text',
    'Finds the lines in the files of the workspace that contain a text.',
    { text: string, folder: string, case_sensitive: { type: 'boolean' } },
    ['text'],
  ),
  tool(
    'write_file',
    'Writes a text file of the workspace, and replaces it if it exists.',
    { path: string, content: string },
    ['path', 'content'],
  ),
  tool(
    'run_command',
    'Runs a program and returns what it prints.',
    { program: string, args: { type: 'array', items: string } },
    ['program'],
  ),
  tool('set_timer', 'Starts a timer.', { minutes: { type: 'number' }, label: string }, ['minutes']),
  tool(
    'weather',
    'Tells the weather of a day in a city.',
    { city: string, day: { type: 'string', enum: ['today', 'tomorrow'] } },
    ['city', 'day'],
  ),
  tool(
    'send_mail',
    'Sends an e-mail.',
    { to: { type: 'array', items: string }, subject: string, text: string },
    ['to', 'subject', 'text'],
  ),
];
