/** `package.json` has the same ids, and a test compares the two. */
export const participantId = 'converser.converser';
export const sidebarViewId = 'converser.conversation';
export const conversationPanelType = 'converser.conversationPanel';
export const conversationsViewId = 'converser.conversations';
export const ensemblesViewId = 'converser.ensembles';
export const chatModelVendor = 'converser';

/** The workspace's state holds under it whether changes of turns wait for Keep or Undo. */
export const changesWaitKey = 'converser.changesWait';

/** `workbench.action.openWalkthrough` takes the extension and its walkthrough. */
export const walkthroughId = 'converser.converser#get-started';

/** The command that opens them takes these names of files in media/guide. The first one leads to the others. */
export const guidePages = [
  'index',
  'models',
  'tools',
  'permissions-and-undo',
  'long-conversations',
  'gateway',
  'terminal',
] as const;

/** These commands must not wait for the rest of Converser, or activation runs them itself. */
export const commandsAtOnce = {
  showLog: 'converser.showLog',
  openWalkthrough: 'converser.openWalkthrough',
  openGuide: 'converser.openGuide',
  focusSidebar: 'converser.focusSidebar',
  connectToModels: 'converser.connectToModels',
} as const;

/** Buttons in chat answers run it with the question's id and an answer; the palette hides it. */
export const answerCommand = 'converser.answerPermission';

/** Links in chat answers run it with the id of an invocation; the palette hides it. */
export const showResultCommand = 'converser.showResult';

/** Links in chat answers run them with the id of a compaction; the palette hides them. */
export const showLeftOutCommand = 'converser.showLeftOut';
export const takeBackCommand = 'converser.takeBackCompaction';

/** Checkboxes of the Ensembles view run it with their row and whether they are ticked; the palette hides it. */
export const setEnabledCommand = 'converser.ensembles.setEnabled';

/** Rows of the Gateway view run it; the palette hides it. */
export const openRequestCommand = 'converser.gateway.openRequest';

/** Quick fixes run it with what is wanted, a file and its problems; the palette hides it. */
export const askAboutProblemCommand = 'converser.askAboutProblem';

/** The space bar runs it for the selected row of the Ensembles view; the palette hides it. */
export const toggleToolCommand = 'converser.ensembles.toggleTool';
