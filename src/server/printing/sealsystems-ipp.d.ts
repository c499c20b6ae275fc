/** The package has no types. These are of the two functions in use. */
declare module '@sealsystems/ipp' {
  const ipp: {
    /** Encodes a request, or a response with `statusCode`. Attributes that it does not know are left out. */
    serialize(message: {
      operation?: string
      statusCode?: string
      id: number
      'operation-attributes-tag': Record<string, string | string[]>
      'job-attributes-tag'?: Record<string, string>
      'printer-attributes-tag'?: Record<string, string | string[] | boolean>
      data?: Buffer
    }): Buffer
    /** Decodes a response. @throws if it is cut off */
    parse(answer: Buffer): unknown
  }
  export = ipp
}
