import { hostname, userInfo } from 'node:os'

/** Who typed a command, as far as a machine knows: its account, and its own name. */
export function machineAccount(): string {
  return `${userInfo().username}@${hostname()}`
}
