/** How a model is given tools: by the server's own tool calling, through the contract, or not at all. */
export type ToolUse = 'native' | 'contract' | 'none';

export const toolUses: readonly ToolUse[] = ['native', 'contract', 'none'];
