const vscode = require('vscode');

/** Shows Converser's sidebar in a window that `npm start` has opened. */
exports.activate = () => vscode.commands.executeCommand('converser.conversation.focus');
