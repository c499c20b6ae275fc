import type {
  BookingRequest,
  Courier,
  CourierOption,
  FreightRequest,
  Piece,
} from '../../../src/server/couriers/courier.ts'

/** A parcel of 1 kg and 1 litre by default. */
export function piece(parts: Partial<Piece> = {}): Piece {
  return {
    reference: 'Box',
    packageType: null,
    quantity: 1,
    height: 10,
    length: 10,
    width: 10,
    weight: 1,
    ...parts,
  }
}

/** A small parcel from Auckland to Penrose by default. */
export function freight(
  to: Partial<FreightRequest['destination']> = {},
  pieces: readonly Piece[] = [piece()],
  origin: FreightRequest['origin'] = 'auckland',
): FreightRequest {
  return {
    origin,
    destination: {
      company: 'Harbour Plumbing',
      contact: 'Aroha Ngata',
      phone: '09 555 0101',
      email: 'aroha@example.com',
      street: '12 Hugo Johnston Drive',
      suburb: 'Penrose',
      city: 'Auckland',
      postcode: '1061',
      isRural: false,
      instructions: '',
      ...to,
    },
    pieces,
    sendTracking: true,
    isSignatureRequired: false,
  }
}

const never = new AbortController().signal

/**
 * The options of a courier.
 * @throws Error if it refuses
 */
export async function optionsOf(courier: Courier, request: FreightRequest): Promise<CourierOption[]> {
  const answers = await courier.quote(request, never)
  return answers.map((answer) => {
    if ('reason' in answer) throw new Error(answer.reason)
    return answer
  })
}

/** Why a courier gives no price; null if it gives one. */
export async function reasonOf(courier: Courier, request: FreightRequest): Promise<string | null> {
  const [answer] = await courier.quote(request, never)
  return answer && 'reason' in answer ? answer.reason : null
}

/** A request to book the first option of a courier. */
export async function bookingOf(
  courier: Courier,
  request: FreightRequest,
  bookingReference: string,
): Promise<BookingRequest> {
  const [option] = await optionsOf(courier, request)
  if (!option) throw new Error('There is no option.')
  return { ...request, courierQuote: option.courierQuote, bookingReference, orderCode: '104823' }
}
