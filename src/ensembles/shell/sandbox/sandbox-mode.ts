/** `auto`: where this machine can. `required`: nowhere else. `off`: never. */
export const sandboxModes = ['auto', 'required', 'off'] as const;

export type SandboxMode = (typeof sandboxModes)[number];
