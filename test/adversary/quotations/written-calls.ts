/** One call of `files__read_file`, in the shapes in which models write it. */
export const shapes = {
  own: (path: string) => `{"calls": [{"name": "files__read_file", "arguments": {"path": "${path}"}}]}`,
  bare: (path: string) => `{"name": "read_file", "arguments": {"path": "${path}"}}`,
  fenced: (path: string) => `\`\`\`json\n${shapes.own(path)}\n\`\`\``,
  hermes: (path: string) => `<tool_call>\n${shapes.bare(path)}\n</tool_call>`,
  anthropic: (path: string) =>
    `<function_calls>\n<invoke name="read_file">\n<parameter name="path">${path}</parameter>\n</invoke>\n</function_calls>`,
  mistral: (path: string) => `[TOOL_CALLS][{"name": "read_file", "arguments": {"path": "${path}"}}]`,
  qwen: (path: string) =>
    `<tool_call>\n<function=read_file>\n<parameter=path>\n${path}\n</parameter>\n</function>\n</tool_call>`,
  llama: (path: string) => `[read_file(path="${path}")]`,
} as const;

export type Shape = keyof typeof shapes;

/** These are read in replies of models with native calls, too. */
export const markedShapes: readonly Shape[] = ['hermes', 'anthropic', 'mistral', 'qwen'];

/** What the model was shown before its reply. */
export interface Shown {
  readonly as: 'result' | 'document' | 'user';
  readonly text: string;
}
