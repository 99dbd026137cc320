import type { JsonObject, JsonValue } from '../../converser/json/json.ts';
import { isJsonObject } from '../../converser/json/json.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/models/provider.ts';

export interface PromptOptions {
  /** `minimal` is for models with a small context. Default `full`. */
  readonly form?: 'full' | 'minimal';
  /**
   * The user's own wording. `{{tools}}` is replaced by the list of tools; without it, the list comes last.
   */
  readonly template?: string;
  readonly toolChoice?: ModelRequest['toolChoice'];
  /** The server enforces `contractSchema`, so replies are always JSON. */
  readonly constrained?: boolean;
}

/** The contract's instructions for a model; empty if there are no tools. */
export function contractPrompt(tools: readonly ToolDefinition[], options: PromptOptions = {}): string {
  if (tools.length === 0) return '';
  const { form = 'full', constrained = false } = options;
  const own = form === 'full' ? fullTemplate(constrained) : minimalTemplate(constrained);
  const template = options.template?.trim() || own;
  const list = tools.map(form === 'full' ? describeTool : signTool).join('\n');
  const prompt = template.includes('{{tools}}')
    ? template.replaceAll('{{tools}}', () => list)
    : `${template}\n\n${list}`;
  return options.toolChoice === 'required' ? `${prompt}\n\n${required}` : prompt;
}

function fullTemplate(constrained: boolean): string {
  const { call, answer } = constrained ? onlyJson : jsonOrProse;
  return `# Tools

You can call tools. Never invent a tool's result.

${call}
{"calls": [{"name": "<tool>", "arguments": {<its arguments>}}]}

- For several calls that do not depend on each other, put several entries into "calls".
- "arguments" is a JSON object that fits the tool's schema. In strings, write \\" for a quotation mark and \\n for a line break.
- The results are sent to you as {"results": [{"name": "<tool>", "result": "<text>"}]}, in the order of the calls. A result with "failed" says what to correct.

${answer}

The tools, each with the JSON Schema of its arguments:
{{tools}}`;
}

const jsonOrProse = {
  call: 'To call tools, end your reply with one JSON object of this form, and write nothing after it:',
  answer:
    'When you need no more tools, give the final answer: either plain Markdown, or {"answer": "<Markdown>"}.\n' +
    'To show such JSON without calling anything, put it into a code block and explain it after the block.',
};

const onlyJson = {
  call: 'Each of your replies is one JSON object and nothing else. To call tools, it has this form:',
  answer: 'When you need no more tools, give the final answer: {"answer": "<Markdown>"}.',
};

function minimalTemplate(constrained: boolean): string {
  const answer = constrained
    ? 'Otherwise reply with {"answer": "<text>"}.'
    : 'Otherwise answer in plain text.';
  return `To call tools, reply only with JSON: {"calls": [{"name": "<tool>", "arguments": {}}]}
Results come as {"results": [...]}. ${answer}
Tools:
{{tools}}`;
}

const required = 'This time you must call at least one tool.';

function describeTool({ name, description, inputSchema }: ToolDefinition): string {
  return `- ${name}: ${oneLine(description)}\n  ${JSON.stringify(compact(inputSchema))}`;
}

/** Keywords of a schema that are of no use to a model. */
const silent = ['$schema', '$id', 'title', 'additionalProperties', '$comment'];

function compact(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !silent.includes(key))
      .map(([key, value]) => [key, isNaming(key) ? eachCompact(value) : compactValue(value)]),
  );
}

function compactValue(value: JsonValue): JsonValue {
  return isJsonObject(value) ? compact(value) : value;
}

/** Keys whose values hold the tool's own names, which may be any word. */
function isNaming(key: string): boolean {
  return ['properties', '$defs', 'definitions', 'default', 'examples', 'const', 'enum'].includes(key);
}

function eachCompact(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compactValue(inner)]));
}

/** `name(path: string, depth?: integer): The first sentence.` */
function signTool({ name, description, inputSchema }: ToolDefinition): string {
  const properties = isJsonObject(inputSchema.properties) ? inputSchema.properties : {};
  const needed: readonly JsonValue[] = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const parameters = Object.entries(properties).map(
    ([key, value]) => `${key}${needed.includes(key) ? '' : '?'}: ${typeName(value)}`,
  );
  return `- ${name}(${parameters.join(', ')}): ${firstSentence(description)}`;
}

function typeName(schema: JsonValue): string {
  if (!isJsonObject(schema)) return 'any';
  if (Array.isArray(schema.enum)) return schema.enum.map(value => JSON.stringify(value)).join('|');
  if (schema.type === 'array') return `${typeName(schema.items ?? {})}[]`;
  return typeof schema.type === 'string' ? schema.type : 'any';
}

function firstSentence(description: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(oneLine(description))?.[0] ?? oneLine(description);
}

function oneLine(description: string): string {
  return description.trim().replace(/\s+/g, ' ');
}
