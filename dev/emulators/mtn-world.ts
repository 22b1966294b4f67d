import type { Memory } from './memory.ts'

/** An emulated MTN, as its addresses see it. */
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
