/** Whether the focus is in a field that holds text, so that taking it away would send keys astray. */
export function isTyping(): boolean {
  const field = document.activeElement;
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== '';
}
