import type { ContractStyle } from './contract-form.ts';

export function taggedTemplate(style: Exclude<ContractStyle, 'json'>, isSigned: boolean): string {
  return `# Tools

You can call tools. Never invent a tool's result, and never invent an argument: if a required one is unknown, ask the user for it instead of calling.

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
