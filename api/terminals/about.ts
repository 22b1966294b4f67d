import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  listTerminals: {
    name: 'listTerminals',
    title: 'List terminals',
    text: 'The terminals of the service in the key’s mode, newest first.',
    codes: ['invalid_cursor'],
  },
  createTerminal: {
    name: 'createTerminal',
    title: 'Create a terminal',
    text: 'Adds a terminal. Its activation code is only in this answer; the device exchanges it for its key.',
    codes: ['live_mode_not_open', 'points_of_sale_too_many', 'terminals_too_many'],
    examples: {
      'A device': { type: 'pos', label: 'Caisse 2', point_of_sale: 'Ganhi' },
    },
  },
  activateTerminal: {
    name: 'activateTerminal',
    title: 'Activate a terminal by its code',
    text: 'Called by the device: exchanges the activation code for the terminal’s key, which is only in this answer. No key is needed.',
    codes: ['invalid_activation_code', 'terminal_disabled', 'too_many_attempts'],
  },
  getTerminal: {
    name: 'getTerminal',
    title: 'Read a terminal',
    text: 'One terminal; a terminal key reads its own.',
  },
  updateTerminal: {
    name: 'updateTerminal',
    title: 'Change a terminal',
    text: 'Changes its description: fields left out stay as they are, null clears a field. Its type cannot be changed.',
    codes: ['points_of_sale_too_many'],
    examples: {
      'Another label': { label: 'Caisse 3', serial_number: null },
    },
  },
  deleteTerminal: {
    name: 'deleteTerminal',
    title: 'Delete a terminal',
    text: 'Deletes it for good, with its key and the tokens of its sessions.',
    codes: ['cash_session_open'],
  },
  disableTerminal: {
    name: 'disableTerminal',
    title: 'Disable a terminal',
    text: 'Its key and session tokens stop working at once. Repeating the call changes nothing.',
  },
  enableTerminal: {
    name: 'enableTerminal',
    title: 'Enable a terminal',
    text: 'Its key works again as before. Repeating the call changes nothing.',
  },
  regenerateTerminalKey: {
    name: 'regenerateTerminalKey',
    title: 'Revoke the key of a terminal',
    text: 'Its key stops working at once; the new activation code is only in this answer.',
  },
} satisfies Readonly<Record<string, About>>
