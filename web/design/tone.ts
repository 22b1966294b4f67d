import type { IconName } from './icon.tsx'

/** The tone of a message: done, waiting, wrong, worth knowing, or none of these. */
export type Tone = 'ok' | 'wait' | 'bad' | 'info' | 'still'

export const toneIcons: Readonly<Record<Tone, IconName>> = {
  ok: 'check',
  wait: 'clock',
  bad: 'alert',
  info: 'info',
  still: 'clock',
}
