/** One cookie to set. Path, HttpOnly, SameSite=Lax and, over https, Secure are added for all that say nothing else. */
export interface Cookie {
  readonly name: string
  /** Letters, digits and `-_.~` only. */
  readonly value: string
  /** 0 deletes it; null keeps it until the browser is closed. */
  readonly maxAgeSeconds: number | null
  /**
   * Over https also sent from a frame in a shop’s page, separately for each shop’s site: only for what grants no
   * rights.
   */
  readonly isForFrames?: boolean
}

/** Reads and writes cookies; over https the name prefix `__Host-` binds them to this host. */
export interface Cookies {
  read(header: string | undefined, name: string): string | undefined
  write(cookie: Cookie): string
}

const headerLengthMax = 8192
const valueShape = /^[A-Za-z0-9\-_.~]*$/

export function createCookies(isSecure: boolean): Cookies {
  const fullName = (name: string): string => (isSecure ? `__Host-${name}` : name)
  return {
    read(header = '', name) {
      if (header.length > headerLengthMax) return undefined
      const start = `${fullName(name)}=`
      const found = header.split(';').map((part) => part.trim())
      return found.find((part) => part.startsWith(start))?.slice(start.length)
    },
    write({ name, value, maxAgeSeconds, isForFrames = false }) {
      if (!valueShape.test(value)) throw new RangeError(`a cookie cannot hold that: ${name}`)
      const attributes = [
        `${fullName(name)}=${value}`,
        'Path=/',
        'HttpOnly',
        ...(isSecure && isForFrames ? ['SameSite=None', 'Partitioned'] : ['SameSite=Lax']),
        ...(isSecure ? ['Secure'] : []),
        ...(maxAgeSeconds === null ? [] : [`Max-Age=${maxAgeSeconds}`]),
      ]
      return attributes.join('; ')
    },
  }
}
