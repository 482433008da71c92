import triton

triton.runtime.driver.active.get_current_device()
