import cupy

cupy.cuda.runtime.getDeviceCount()
