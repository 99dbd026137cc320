export type ContractForm = {
  readonly style: ContractStyle;
  readonly examples: boolean;
  readonly tools: 'full' | 'signatures';
  /** The server holds replies to a schema of the contract's own object. By default, it does where it can. */
  readonly constrained?: boolean;
};

/**
 * `json` is the contract's own object. `hermes` is `<tool_call>` with JSON, as Hermes and Qwen 2.5 were trained on it
 * (https://github.com/NousResearch/Hermes-Function-Calling). `qwen-xml` is `<tool_call>` with a tag for each argument,
 * as Qwen3-Coder was (https://huggingface.co/Qwen/Qwen3-Coder-30B-A3B-Instruct/blob/main/chat_template.jinja).
 */
export type ContractStyle = (typeof contractStyles)[number];

export const contractStyles = ['json', 'hermes', 'qwen-xml'] as const;

export const ordinaryForm: ContractForm = { style: 'json', examples: false, tools: 'full' };
