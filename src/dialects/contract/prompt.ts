import { perObject } from '../../converser/ground/object-memory.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';
import { estimateText } from '../../converser/words/spending/estimate-tokens.ts';
import { describeTool } from '../../converser/words/tool-text/describe-tool.ts';
import { signTool } from '../../converser/words/tool-text/sign-tool.ts';
import type { ContractStyle } from './forms/contract-form.ts';
import { examplesText } from './forms/examples.ts';

export interface PromptOptions {
  /** `minimal` is for models with a small context: tools are given as signatures. Default `full`. */
  readonly form?: 'full' | 'minimal';
  readonly toolChoice?: ModelRequest['toolChoice'];
  readonly constrained?: boolean;
  readonly style?: ContractStyle;
  readonly examples?: boolean;
  /** It describes the tools that are given as signatures. Without it, the full form describes all at once. */
  readonly describer?: ToolDefinition;
}

export function contractPrompt(tools: readonly ToolDefinition[], options: PromptOptions = {}): string {
  if (tools.length === 0) return '';
  const { form = 'full', describer } = options;
  const list = form === 'full' && !describer ? fullList(tools) : signedList(tools, describer);
  const prompt = templateOf(options).replaceAll('{{tools}}', () => list);
  return options.toolChoice === 'required' ? `${prompt}\n\n${required}` : prompt;
}

function templateOf({
  form = 'full',
  constrained = false,
  describer,
  style = 'json',
  examples,
}: PromptOptions): string {
  const isSigned = form === 'minimal' || describer !== undefined;
  const shown = examples ? `\n\n${examplesText(style)}` : '';
  if (style !== 'json') return `${taggedTemplate(style, isSigned)}${shown}`;
  const own = form === 'full' ? fullTemplate({ constrained, isSigned }) : minimalTemplate(constrained);
  return `${own}${shown}`;
}

export function fullListTokens(tools: readonly ToolDefinition[]): number {
  return tools.reduce((sum, tool) => sum + toolTokens(tool), 0);
}

const toolTokens = perObject((tool: ToolDefinition) => estimateText(describeTool(tool)));

function fullList(tools: readonly ToolDefinition[]): string {
  return tools.map(describeTool).join('\n');
}

function signedList(tools: readonly ToolDefinition[], describer: ToolDefinition | undefined): string {
  const first =
    describer === undefined ? [] : [`- ${describer.name}(names: string[]): ${describer.description}`];
  return [...first, ...tools.map(signTool)].join('\n');
}

interface TemplateOptions {
  readonly constrained: boolean;
  readonly isSigned: boolean;
}

function fullTemplate({ constrained, isSigned }: TemplateOptions): string {
  const { call, answer } = constrained ? onlyJson : jsonOrProse;
  return `# Tools

You can call tools. Never invent a tool’s result, and never invent an argument: if a required one is unknown, ask the user for it instead of calling.

${call}
{"calls": [{"name": "<tool>", "arguments": {<its arguments>}}]}

- For several calls that do not depend on each other, put several entries into "calls".
- "arguments" is a JSON object that fits the tool’s schema. In strings, write \\" for a quotation mark and \\n for a line break.
- The results are sent to you as {"results": [{"name": "<tool>", "result": "<text>"}]}, in the order of the calls. A result with "failed" says what to correct.

${answer}

The tools, each ${isSigned ? 'as name(argument: type, optional?: type): what it does' : 'with the JSON Schema of its arguments'}:
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
Results come as {"results": [...]}. Never invent arguments: ask the user for what is missing. ${answer}
Tools:
{{tools}}`;
}

const required = 'This time you must call at least one tool.';

function taggedTemplate(style: Exclude<ContractStyle, 'json'>, isSigned: boolean): string {
  return `# Tools

You can call tools. Never invent a tool’s result, and never invent an argument: if a required one is unknown, ask the user for it instead of calling.

The tools, each ${isSigned ? 'as name(argument: type, optional?: type): what it does' : 'with the JSON Schema of its arguments'}:
<tools>
{{tools}}
</tools>

${how[style]}

- End your reply with the calls, and write nothing after them. For several calls that do not depend on each other, write several such blocks.
- The results are sent to you within <tool_response></tool_response>, in the order of the calls. A result with "failed" says what to correct.
- When you need no more tools, give the final answer in Markdown, without such tags.`;
}

const how: Readonly<Record<Exclude<ContractStyle, 'json'>, string>> = {
  hermes: `To call a tool, write a JSON object with its name and arguments within <tool_call></tool_call>:
<tool_call>
{"name": "<tool>", "arguments": {<its arguments>}}
</tool_call>`,
  'qwen-xml': `To call a tool, write its name and each of its arguments in tags of this form. An argument may have several lines:
<tool_call>
<function=NAME_OF_THE_TOOL>
<parameter=NAME_OF_AN_ARGUMENT>
its value
</parameter>
</function>
</tool_call>`,
};
