/** What allows a call once, and sends a message before the next round, as its user knows it. */
export const controlEnter = /^Mac/.test(globalThis.navigator?.platform ?? '') ? '⌘Enter' : 'Ctrl+Enter';
