/**
 * Ids that activation needs. `package.json` has the same, and a test compares the two. The ids of the commands are in
 * `common/contributions.ts`, because activation reads them from `package.json`.
 */
export const participantId = 'converser.converser';
export const sidebarViewId = 'converser.conversation';
export const ensemblesViewId = 'converser.ensembles';
export const chatModelVendor = 'converser';

/** As `workbench.action.openWalkthrough` wants it: the extension and the walkthrough of it. */
export const walkthroughId = 'converser.converser#get-started';

/** The files in media/guide, as the command that opens them takes them. The first one leads to the others. */
export const guidePages = [
  'index',
  'models',
  'tools',
  'permissions-and-undo',
  'long-conversations',
  'gateway',
  'terminal',
] as const;

/** The commands that must not wait for the rest of Converser, or that activation runs itself. */
export const commandsAtOnce = {
  showLog: 'converser.showLog',
  openWalkthrough: 'converser.openWalkthrough',
  openGuide: 'converser.openGuide',
  focusSidebar: 'converser.focusSidebar',
  connectToModels: 'converser.connectToModels',
} as const;

/** Not in the palette: buttons in chat answers run it with the question's id and an answer. */
export const answerCommand = 'converser.answerPermission';

/** Not in the palette: links in chat answers run it with the id of an invocation. */
export const showResultCommand = 'converser.showResult';

/** Not in the palette: links in chat answers run them with the id of a compaction. */
export const showLeftOutCommand = 'converser.showLeftOut';
export const takeBackCommand = 'converser.takeBackCompaction';

/** Not in the palette: checkboxes of the Ensembles view run it, with their row and whether they are ticked. */
export const setEnabledCommand = 'converser.ensembles.setEnabled';

/** Not in the palette: rows of the Gateway view run it. */
export const openRequestCommand = 'converser.gateway.openRequest';

/** Not in the palette: the space bar runs it in the Ensembles view, for the selected row. */
export const toggleToolCommand = 'converser.ensembles.toggleTool';
