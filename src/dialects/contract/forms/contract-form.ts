/** How a model is told of tools, and how it writes its calls. */
export type ContractForm = {
  readonly style: ContractStyle;
  /** It is shown an exchange with calls, and one without. */
  readonly examples: boolean;
  /** Whether the tools come with their schemas, or as a line each. */
  readonly tools: 'full' | 'signatures';
  /** Whether the server holds replies to a schema of the contract's own object. Absent: where it can. */
  readonly constrained?: boolean;
};

/**
 * `json`: the contract's own object. `hermes`: `<tool_call>` with JSON, as Hermes and Qwen 2.5 were trained on it
 * (https://github.com/NousResearch/Hermes-Function-Calling). `qwen-xml`: `<tool_call>` with a tag for each argument, as
 * Qwen3-Coder was (https://huggingface.co/Qwen/Qwen3-Coder-30B-A3B-Instruct/blob/main/chat_template.jinja).
 */
export type ContractStyle = (typeof contractStyles)[number];

export const contractStyles = ['json', 'hermes', 'qwen-xml'] as const;

export const ordinaryForm: ContractForm = { style: 'json', examples: false, tools: 'full' };
