/** Accepted types of logo. SVG is not accepted: it can contain scripts, and PDF cannot show it. */
const logoTypes = ['png', 'jpeg'] as const
export type LogoType = (typeof logoTypes)[number]

/** Bounds of a logo, the same in the database; sides in pixels. */
export const logoLimits = { bytesMax: 204_800, sideMin: 16, sideMax: 1024 }

/** The path of a logo: its name changes with its content. */
export function logoPath({ digest, type }: { digest: string; type: LogoType }): string {
  return `/logos/${digest}.${logoEndings[type]}`
}

/** Parses the last part of such a path; undefined for any other text. */
export function readLogoName(name: string): { digest: string; type: LogoType } | undefined {
  const [, digest, ending] = /^([0-9a-f]{64})\.([a-z]+)$/.exec(name) ?? []
  const type = logoTypes.find((known) => logoEndings[known] === ending)
  return digest === undefined || type === undefined ? undefined : { digest, type }
}

const logoEndings: Readonly<Record<LogoType, string>> = { png: 'png', jpeg: 'jpg' }
