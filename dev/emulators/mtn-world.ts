import type { Memory } from './memory.ts'

/** The state of an emulated MTN, shared by its routes. */
export interface MtnWorld {
  readonly memory: Memory
  readonly delayMs: number
  readonly tokens: Set<string>
  issued: number
  readonly credentials: {
    readonly user: string
    readonly key: string
    readonly subscription: string
  }
}
