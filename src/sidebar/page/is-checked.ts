/** Whether the checkbox that the event comes from is ticked. */
export function isChecked({ currentTarget }: Event): boolean {
  return currentTarget !== null && 'checked' in currentTarget && currentTarget.checked === true;
}
