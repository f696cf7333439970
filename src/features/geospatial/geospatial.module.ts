import { EventContextSources } from '../../events/event-context-sources.js';
import type { ContainerParts } from '../../modules/feature-module.js';
import { FeatureModule } from '../../modules/feature-module.js';
import { Timers } from '../../time/timers.js';
import type { Injectable, Services } from '../../wiring/services.js';
import { MeasuredMarkets } from '../markets/markets.measured.api.js';
import { NearbyRecords } from './context/nearby-records.service.js';
import { NoObservationBus, ObservationBus } from './feeds/observation-bus.js';
import { Observations } from './feeds/observations.js';
import { RedisObservationBus } from './feeds/redis-observation-bus.js';
import { FlowInstruments } from './flows/flow-instruments.service.js';
import { TrafficInstruments } from './geofences/traffic/traffic-instruments.service.js';
import { CountryAreas } from './land/country-areas.js';
import { countryAt, countryShape } from './land/country-shape.js';
import { ObservationSink } from './observation.js';
import { SimulatedAircraftPast } from './past/simulated-aircraft-past.service.js';
import { SimulatedPast } from './past/simulated-past.service.js';
import { AircraftPast } from './simulated-flights.js';
import { VesselPast } from './simulated-vessels.js';
import { WaitingInstruments } from './waiting/waiting-instruments.service.js';

class GeospatialModule extends FeatureModule {
  override readonly ports: ReadonlyArray<Injectable<object>> = [
    ObservationSink,
    ObservationBus,
    VesselPast,
    AircraftPast,
  ];

  override bind(services: Services, { redis, log }: ContainerParts): void {
    const timers = services.get(Timers as Injectable<Timers>);
    services.set(ObservationBus, redis ? new RedisObservationBus({ redis, timers, log }) : new NoObservationBus());
    services.alias(ObservationSink, Observations);
    services.alias(VesselPast, SimulatedPast);
    services.alias(AircraftPast, SimulatedAircraftPast);
    services.set(CountryAreas, {
      areaOf: (code) => countryShape(code)?.area,
      boxOf: (code) => countryShape(code)?.box,
      codeAt: countryAt,
    });
    const measured = services.get(MeasuredMarkets);
    measured.register(() => services.get(FlowInstruments));
    measured.register(() => services.get(WaitingInstruments));
    measured.register(() => services.get(TrafficInstruments));
    services.get(EventContextSources).register('nearby', (moment) => services.get(NearbyRecords).around(moment));
  }
}

export const geospatialModule = new GeospatialModule();
