/** `auto` uses one where this machine can; `required` runs nothing without. */
export const sandboxModes = ['auto', 'required', 'off'] as const;

export type SandboxMode = (typeof sandboxModes)[number];
