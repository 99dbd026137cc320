export function isChecked({ currentTarget }: Event): boolean {
  return currentTarget !== null && 'checked' in currentTarget && currentTarget.checked === true;
}
