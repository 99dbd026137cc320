/** Whether the focus is in a field with text in it. Taking it away would send your next keys elsewhere. */
export function isTyping(): boolean {
  const field = document.activeElement;
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== '';
}
