// Lets other features read which feeds received reports at a place and time, without the code of maps.
export { type ReceivedPlace, ReceptionLookup } from './reception/reception-lookup.service.js';
