/**
 * Lets everything else that is due run first, such as a click on Stop: awaiting what is there already lets
 * nothing else in.
 */
export function letOthersRun(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve));
}
