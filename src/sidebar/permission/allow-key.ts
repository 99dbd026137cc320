/** What allows a call once, as its user knows it. */
export const allowKey = /^Mac/.test(globalThis.navigator?.platform ?? '') ? '⌘Enter' : 'Ctrl+Enter';
