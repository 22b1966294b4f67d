import { hostname, userInfo } from 'node:os'

/** The operating system's user and host name, to record who ran a command. */
export function machineAccount(): string {
  return `${userInfo().username}@${hostname()}`
}
